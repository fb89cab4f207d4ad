plugins {
    application
}

dependencies {
    implementation(project(":common-protocol"))
    implementation(project(":queue-server"))
    implementation(project(":scheduler"))
    implementation(project(":backend"))
    implementation(libs.embedded.redis)
    implementation(libs.picocli)

    testImplementation(project(path = ":common-protocol", configuration = "testFixture"))
    testImplementation(project(":ring"))
    testImplementation(project(":client"))
    testImplementation(project(":lab"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.awaitility)
    testImplementation(libs.json.schema.validator)
    testImplementation(libs.archunit)
    testImplementation(libs.helm.java)
    testImplementation(libs.helm.linux.amd64)
    testImplementation(libs.kubernetes.client)
    testImplementation(platform(libs.jackson.bom))
    testImplementation(libs.jackson.dataformat.yaml)
    testImplementation(libs.axe.core)
    testImplementation(libs.typescript)
    testRuntimeOnly(libs.junit.platform.launcher)
}

application {
    mainClass.set("asyfleet.standalone.StandaloneMain")
}

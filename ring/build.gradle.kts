plugins {
    application
}

dependencies {
    implementation(project(":common-protocol"))
    implementation(project(":backend"))
    implementation(libs.picocli)

    testImplementation(project(path = ":common-protocol", configuration = "testFixture"))
    testImplementation(project(path = ":backend", configuration = "testFixture"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.awaitility)
    testRuntimeOnly(libs.junit.platform.launcher)
}

application {
    mainClass.set("asyfleet.ring.RingMain")
}

plugins {
    application
}

dependencies {
    implementation(project(":common-protocol"))
    implementation(libs.picocli)
    implementation(libs.jline)

    testImplementation(project(path = ":common-protocol", configuration = "testFixture"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.awaitility)
    testRuntimeOnly(libs.junit.platform.launcher)
}

application {
    mainClass.set("asyfleet.client.ClientMain")
}

plugins {
    application
}

dependencies {
    implementation(project(":common-protocol"))
    implementation(libs.picocli)
    runtimeOnly(libs.slf4j.simple)

    testImplementation(project(path = ":common-protocol", configuration = "testFixture"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.awaitility)
    testImplementation(libs.json.schema.validator)
    testRuntimeOnly(libs.junit.platform.launcher)
}

application {
    mainClass.set("asyfleet.queueserver.QueueServerMain")
}

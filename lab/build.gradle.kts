plugins {
    application
}

dependencies {
    implementation(project(":common-protocol"))
    implementation(project(":queue-server"))
    implementation(project(":scheduler"))
    implementation(project(":backend"))
    implementation(project(":client"))
    implementation(project(":ring"))
    implementation(libs.picocli)
    implementation(libs.commonmark)
    implementation(libs.commonmark.tables)
    implementation(libs.commonmark.anchors)
    implementation(libs.hdr.histogram)

    testImplementation(project(path = ":common-protocol", configuration = "testFixture"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.awaitility)
    testRuntimeOnly(libs.junit.platform.launcher)
}

application {
    mainClass.set("asyfleet.lab.LabMain")
}

plugins {
    application
}

dependencies {
    implementation(project(":common-protocol"))
    implementation(libs.picocli)

    testImplementation(project(path = ":common-protocol", configuration = "testFixture"))
    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.awaitility)
    testRuntimeOnly(libs.junit.platform.launcher)
}

application {
    mainClass.set("asyfleet.backend.BackendMain")
}

// The ring's tests use this module's fixtures.
val testJar by tasks.registering(Jar::class) {
    archiveClassifier.set("tests")
    from(sourceSets.test.get().output)
}

val testFixture by configurations.creating {
    isCanBeConsumed = true
    isCanBeResolved = false
}

artifacts {
    add("testFixture", testJar)
}

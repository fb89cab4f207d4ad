plugins {
    application
}

// Bundled into the web pages, see web/. They ask for ranges of versions; here each has one.
val web by configurations.creating {
    isTransitive = false
}

dependencies {
    implementation(project(":common-protocol"))
    implementation(libs.picocli)

    web(libs.codemirror.autocomplete)
    web(libs.codemirror.commands)
    web(libs.codemirror.language)
    web(libs.codemirror.lint)
    web(libs.codemirror.search)
    web(libs.codemirror.state)
    web(libs.codemirror.view)
    web(libs.crelt)
    web(libs.esbuild)
    web(libs.find.cluster.break)
    web(libs.lezer.common)
    web(libs.lezer.highlight)
    web(libs.style.mod)
    web(libs.w3c.keyname)

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

val webLibraries by tasks.registering(Sync::class) {
    from(web)
    into(layout.buildDirectory.dir("web/libraries"))
}

val webPages by tasks.registering(Exec::class) {
    dependsOn(webLibraries)
    val built = layout.buildDirectory.dir("web").get()
    val java = File(System.getProperty("java.home"), "bin/java").path
    inputs.dir("web")
    outputs.dir(built.dir("output"))
    commandLine(
        java, file("web/bundle/WebBuild.java").path, built.dir("libraries").asFile.path, file("web").path,
        built.dir("work").asFile.path, built.dir("output").asFile.path
    )
}

tasks.processResources {
    from(webPages) {
        into("web")
    }
}

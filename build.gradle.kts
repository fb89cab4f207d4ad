// Settings every module shares; a module's own build.gradle.kts adds its plugin and its dependencies.
// Maven is the build that CI runs. This one must stay equal to it: BuildParityTest compares the two.
allprojects {
    group = "asyfleet"
    version = "0.1.0"
}

subprojects {
    tasks.withType<JavaCompile>().configureEach {
        options.encoding = "UTF-8"
        options.release.set(17)
        options.compilerArgs.addAll(
            listOf("-Xlint:all,-processing,-serial,-classfile,-try", "-Werror", "-parameters", "-XDstringConcat=inline", "-proc:none")
        )
    }
    tasks.withType<Test>().configureEach {
        useJUnitPlatform {
            // As in Maven, where the property is Surefire's own: -PexcludedGroups=slow
            providers.gradleProperty("excludedGroups").orNull?.let { excludeTags(it) }
        }
        // As in Maven; a Redis that was given is one for all. The lab's tests load the machine, all others wait most of the time.
        maxParallelForks = when {
            System.getenv("ASYFLEET_TEST_REDIS") != null || project.name == "lab" -> 1
            else -> 3
        }
        // These start the jars as the Maven build packages them.
        exclude("**/*IT.class")
        systemProperty("asyfleet.root", rootDir.path)
        systemProperty("asyfleet.log", "error")
        jvmArgs("-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED")
        systemProperty("asyfleet.service.jvm", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        systemProperty("junit.jupiter.execution.timeout.default", "120 s")
    }
    // In Maven the manifest of a jar says so, but Gradle's scripts start no jar.
    plugins.withType<ApplicationPlugin> {
        configure<JavaApplication> { applicationDefaultJvmArgs = listOf("--enable-native-access=ALL-UNNAMED") }
    }
}

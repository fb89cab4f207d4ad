plugins {
    `java-library`
}

dependencies {
    api(platform(libs.netty.bom))
    api(platform(libs.jackson.bom))
    api(libs.lettuce.core)
    // Lettuce brings 3.6.6, which has CVE-2026-47857 and CVE-2026-47863.
    constraints { api(libs.reactor.core) }
    // Libraries ask for several; Maven would take the nearest and Gradle the newest.
    constraints { api(libs.commons.io) }
    api(libs.netty.codec.http)
    api(libs.netty.epoll.classes)
    runtimeOnly(variantOf(libs.netty.epoll.linux) { classifier("linux-x86_64") })
    runtimeOnly(variantOf(libs.netty.epoll.linux) { classifier("linux-aarch_64") })
    api(libs.jackson.databind)
    api(libs.picocli)
    api(libs.prometheus.core)
    api(libs.prometheus.text)
    api(libs.prometheus.jvm)
    api(libs.slf4j.api)

    testImplementation(platform(libs.junit.bom))
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.awaitility)
    testImplementation(libs.json.schema.validator)
    testImplementation(libs.testcontainers.redis)
    testImplementation(libs.testcontainers.core)
    testImplementation(libs.embedded.redis)
    testRuntimeOnly(libs.junit.platform.launcher)
}

// The services' tests use this module's RedisFixture and fakes.
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

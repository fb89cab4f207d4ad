package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A fleet of real processes on each kind of Redis that an operator may have. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class RedisKindsTest {

    private static final String PASSWORD = RedisUsers.PASSWORD;

    @TempDir
    private Path directory;

    private final FleetParts parts = new FleetParts();

    @AfterEach
    void stop() {
        parts.close();
    }

    @ParameterizedTest
    @MethodSource("asyfleet.fleet.RedisProcess#programs")
    void thePasswordOfEverybodyWillDo(String program) throws Exception {
        RedisProcess.assumeThere(program);
        RedisProcess redis = parts.opened(RedisProcess.start(program, directory, "--requirepass", PASSWORD));

        assertDraws(Map.of("REDIS_URL", redis.uri().replace("//", "//:" + PASSWORD + "@")));
    }

    @ParameterizedTest
    @MethodSource("asyfleet.fleet.RedisProcess#programs")
    void theUserWithTheLeastRightsWillDoOverTls(String program) throws Exception {
        RedisProcess.assumeThere(program);
        Path rights = RedisUsers.write(directory);
        Path certificate = resource("localhost.crt");
        RedisProcess redis = parts.opened(RedisProcess.startWithTls(
                program, directory, certificate, resource("localhost.key"), "--aclfile", rights.toString()));

        assertDraws(Map.of(
                "REDIS_URL", "rediss://asyfleet:" + PASSWORD + "@localhost:" + redis.port(),
                "JAVA_TOOL_OPTIONS",
                        "-Djavax.net.ssl.trustStore=" + trustStore(certificate) + " -Djavax.net.ssl.trustStorePassword="
                                + PASSWORD));
    }

    private Path resource(String name) throws Exception {
        Path file = directory.resolve(name);
        try (InputStream in = RedisKindsTest.class.getResourceAsStream("/tls/" + name)) {
            Files.copy(in, file);
        }
        return file;
    }

    /** A trust store as an operator makes it with {@code keytool -importcert}. */
    private Path trustStore(Path certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            store.setCertificateEntry(
                    "redis", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        Path file = directory.resolve("trust.p12");
        try (var out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    private void assertDraws(Map<String, String> redis) throws Exception {
        Map<String, String> settings = new HashMap<>(redis);
        settings.put("ASYFLEET_SLOTS", "1");
        settings.put("ASYFLEET_WARM_START", "false"); // it makes backends start later
        URI server = parts.oneOfEach(settings).address();

        HttpResponse<String> answer = PostedFigures.post(server.resolve("/?f=svg"), "draw(unitcircle);");
        assertEquals(200, answer.statusCode(), answer.body());
        assertTrue(answer.body().contains("<svg"), answer.body());
    }
}

package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertFalse;

import asyfleet.config.SettingsException;
import asyfleet.fuzz.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Any flags and variables give settings or a {@link SettingsException} with a message. The input has one of them in each
 * line; a line without a dash at its start is a variable.
 */
class SettingsFuzzTest extends FuzzTest {

    @Override
    protected void check(byte[] input) {
        List<String> lines = Arrays.asList(new String(input, StandardCharsets.UTF_8).split("\n"));
        List<String> flags = lines.stream().filter(line -> line.startsWith("-")).toList();
        Map<String, String> variables = new HashMap<>();
        lines.stream().filter(line -> line.contains("=")).forEach(line -> {
            String[] parts = line.split("=", 2);
            variables.put(parts[0], parts[1]);
        });
        try {
            QueueServerSettings.read(QueueServerSettings.SPEC.read(flags, variables));
        } catch (SettingsException mistakes) {
            assertFalse(mistakes.getMessage().isBlank());
        }
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "--port=8080\n--bind=0.0.0.0\n--redis=redis://:secret@host:6379/1",
                "ASYFLEET_PORT=x\nASYFLEET_TIMEOUTS=3s,1s,3000ms\n--allowed-origins=https://a.example:443,*",
                "--trusted-proxies=10.0.0.0/8,::1\n--tls-certificate=/a\n--tls-key=/b",
                "--port\n--port=1\n--prot=2\n--help\n-x",
                "ASYFLEET_MAX_BODY=1GiB\nASYFLEET_DRAIN=-1s\n--webhook-hosts=a.example,b");
    }
}

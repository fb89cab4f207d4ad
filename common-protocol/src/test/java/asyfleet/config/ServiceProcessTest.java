package asyfleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A service as the operator meets it: a process with exit codes and signals. */
@Tag("slow")
class ServiceProcessTest {

    /** The service that the tests run. */
    static final class Main {

        private Main() {}

        public static void main(String[] args) throws InterruptedException {
            Setting<Integer> port =
                    Setting.of("--port", "PORT", ValueType.port(), "x").byDefault("1");
            ServiceMain.run(
                    new Service<>(
                            SettingsSpec.of("example", "x", List.of(port)),
                            values -> values.get(port),
                            ServiceProcessTest::start),
                    args);
        }
    }

    private static RunningService start(int port) {
        return new RunningService() {
            @Override
            public String address() {
                return "port:" + port;
            }

            @Override
            public void close() {
                System.out.println("drained");
            }
        };
    }

    private static ChildProcess run(String... args) {
        return ChildCommand.java(Main.class, args).with("PORT", "7").start();
    }

    @Test
    void aServiceSaysThatItIsReadyAndDrainsOnSigterm() {
        try (ChildProcess process = run()) {
            assertEquals("port:7", process.awaitReady().address());
            process.terminate();

            assertEquals(143, process.exitCode());
            assertTrue(process.printed().contains("\ndrained\n"), process.printed());
        }
    }

    @Test
    void wrongSettingsEndTheProcessWithCode2AndOneLine() {
        ChildProcess process = run("--port=x");

        assertEquals(2, process.exitCode());
        assertEquals(
                "asyfleet example: --port=x: expected a port from 0 to 65535"
                        + " ('asyfleet example --help' lists the settings)\n",
                process.printed());
    }
}

package asyfleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
            SettingsSpec spec = SettingsSpec.of("example", "x", List.of(port));
            ServiceMain.run(
                    new Service<>(spec, values -> values.get(port), ServiceProcessTest::start),
                    List.of(new SettingsCommand.Named(
                            spec.forCommand("look", "Prints the port."), values -> look(values.get(port)))),
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

    private static int look(int port) {
        System.out.println("looked at " + port);
        return 9;
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

    @Test
    void aCommandIsCarriedOutInPlaceOfTheServiceAndEndsWithItsOwnCode() {
        ChildProcess process = run("look", "--port=3");

        assertEquals(9, process.exitCode());
        assertEquals("looked at 3\n", process.printed());
    }

    @Test
    void helpOfACommandDoesNotCarryItOut() {
        ChildProcess process = run("look", "--help");

        assertEquals(0, process.exitCode());
        assertTrue(process.printed().contains("asyfleet example look"), process.printed());
        assertFalse(process.printed().contains("looked at"), process.printed());
    }

    @Test
    void wrongSettingsOfACommandAreNamedAsThoseOfAService() {
        ChildProcess process = run("look", "--port=x");

        assertEquals(2, process.exitCode());
        assertEquals(
                "asyfleet example look: --port=x: expected a port from 0 to 65535"
                        + " ('asyfleet example look --help' lists the settings)\n",
                process.printed());
    }
}

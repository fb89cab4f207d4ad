package asyfleet.client.command;

import java.io.PrintStream;
import java.util.Map;
import tools.jackson.databind.ObjectMapper;

/** The object that a program reads from a command with {@code --json} when the fleet has no answer. */
public final class JsonError {

    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonError() {}

    public static void print(PrintStream out, String reason) {
        out.println(JSON.writeValueAsString(Map.of("error", reason)));
        out.flush();
    }
}

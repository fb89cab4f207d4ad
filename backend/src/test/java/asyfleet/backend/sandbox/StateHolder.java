package asyfleet.backend.sandbox;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Another process that has a state directory and one outside: says where, then waits for its end. */
final class StateHolder {

    /** The line that says where. */
    static final Pattern HELD = Pattern.compile("^holds (.+)$");

    /** The line that says where something of it lies outside. */
    static final Pattern MADE = Pattern.compile("^made (.+)$");

    private StateHolder() {}

    public static void main(String[] args) throws Exception {
        try (StateDirectory state = StateDirectory.create(Path.of(args[0]))) {
            System.out.println("made " + state.createOutside("asyfleet-test-"));
            System.out.println("holds " + state.path());
            System.in.read();
        }
    }
}

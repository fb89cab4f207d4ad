package asyfleet.backend.sandbox;

import java.nio.file.Path;

/** Another process that has a state directory: says where, then waits for its end. */
final class StateHolder {

    private StateHolder() {}

    public static void main(String[] args) throws Exception {
        try (StateDirectory state = StateDirectory.create(Path.of(args[0]))) {
            System.out.println(state.path());
            System.in.read();
        }
    }

    static Process start(Path base) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StateHolder.class.getName(),
                        base.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}

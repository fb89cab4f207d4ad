package asyfleet.process;

import asyfleet.config.StartFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The command line and the environment of a process that is to be started.
 *
 * @param name the word for it in messages
 * @param environment variables beside those of this process
 */
public record ChildCommand(String name, List<String> command, Map<String, String> environment) {

    /** Java 24 and newer warn of native code, which Netty has, unless it is allowed; a jar that is started says it by itself. */
    private static final String ALLOW_NATIVE_CODE = "--enable-native-access=ALL-UNNAMED";

    public ChildCommand {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    public static ChildCommand of(String... command) {
        return new ChildCommand(command[0], List.of(command), Map.of());
    }

    /** A program of this JVM's own class path, on a JVM of the same installation. */
    public static ChildCommand java(Class<?> main, String... arguments) {
        return java(main.getName(), arguments);
    }

    /** The same for a class that the caller cannot see. */
    public static ChildCommand java(String main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(jdk("java"));
        command.add(ALLOW_NATIVE_CODE);
        command.addAll(jvmOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(List.of(arguments));
        return new ChildCommand(main, command, Map.of());
    }

    /** A program of the JDK that this JVM belongs to, such as {@code java} or {@code jcmd}. */
    public static String jdk(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    /** Those that the launcher starts services with, or none: the launcher and the build say. */
    public static List<String> jvmOptions() {
        String options = System.getProperty("asyfleet.service.jvm", "");
        return Stream.of(options.split(" ")).filter(one -> !one.isEmpty()).toList();
    }

    /** With options of the JVM, which win over those of the launcher; for a Java program only. */
    public ChildCommand withJvm(String... options) {
        List<String> more = new ArrayList<>(command);
        more.addAll(2 + jvmOptions().size(), List.of(options));
        return new ChildCommand(name, more, environment);
    }

    /** As the argument of another program, such as {@code unshare} or {@code setsid}, which starts it. */
    public ChildCommand under(String... program) {
        List<String> more = new ArrayList<>(List.of(program));
        more.addAll(command);
        return new ChildCommand(name, more, environment);
    }

    public ChildCommand with(String variable, String value) {
        return with(Map.of(variable, value));
    }

    public ChildCommand with(Map<String, String> variables) {
        Map<String, String> more = new HashMap<>(environment);
        more.putAll(variables);
        return new ChildCommand(name, command, more);
    }

    /**
     * Starts it and does not wait until it is ready.
     *
     * @throws StartFailure if there is no such program
     */
    public ChildProcess start() {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            return new ChildProcess(name, Children.start(builder));
        } catch (IOException e) {
            throw new StartFailure("cannot start " + name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Runs a short command to its end and returns what it printed.
     *
     * @throws StartFailure if it ends with another code than 0
     */
    public String run() {
        try (ChildProcess child = start()) {
            int code = child.exitCode();
            if (code != 0) {
                throw new StartFailure(String.join(" ", command) + " ended with " + code + ": " + child.printed());
            }
            return child.printed();
        }
    }
}

package asyfleet.backend.sandbox.attack;

import asyfleet.backend.sandbox.StateDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The targets of the attacks: things outside that anybody on the machine may read, write, call or see. */
final class Victim implements AutoCloseable {

    private static final Path SECRET_FILE = Path.of("/etc/passwd");
    private static final int TELLING_LENGTH = 12;
    private static final Set<String> OF_CELLS =
            Set.of("PATH", "HOME", "LANG", "PWD", "TMPDIR", "TEXMFHOME", "TEXMFVAR", "TEXFORMATS", "TFMFONTS");

    private final String secret;
    private final Path directory;
    private final ServerSocketChannel port;
    private final Process process;

    private Victim(String secret, Path directory, ServerSocketChannel port, Process process) {
        this.secret = secret;
        this.directory = directory;
        this.port = port;
        this.process = process;
    }

    /** @param state removes what is left of it if this process is killed */
    static Victim create(StateDirectory state) throws IOException {
        String secret = Files.readAllLines(SECRET_FILE).get(0);
        Path directory = state.createOutside("asyfleet-victim-");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
        ServerSocketChannel port =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        port.configureBlocking(false);
        // It reads what we never write, and so ends when we do, however that is. In a session of its own: Ctrl-C at our
        // terminal would end it too, and pass for an attack that succeeded.
        return new Victim(secret, directory, port, new ProcessBuilder("setsid", "cat").start());
    }

    /** The first line of {@link #secretFile}. */
    String secret() {
        return secret;
    }

    Path secretFile() {
        return SECRET_FILE;
    }

    /** A directory that everybody may write to. */
    Path directory() {
        return directory;
    }

    boolean wasWrittenTo() {
        try (var entries = Files.list(directory)) {
            return entries.findAny().isPresent();
        } catch (IOException e) {
            throw new IllegalStateException("cannot look into " + directory, e);
        }
    }

    int port() {
        return port.socket().getLocalPort();
    }

    boolean wasCalled() {
        try (SocketChannel caller = port.accept()) {
            return caller != null;
        } catch (IOException e) {
            throw new IllegalStateException("cannot ask for callers", e);
        }
    }

    long process() {
        return process.pid();
    }

    /** Asks the kernel: {@link Process} hears of it a moment later, and a breach would pass for contained. */
    boolean wasKilled() {
        return !process.toHandle().isAlive();
    }

    /** Variables of this process's environment, as NAME=VALUE, that cells do not have themselves and nobody would guess. */
    Set<String> environment() {
        return System.getenv().entrySet().stream()
                .filter(variable -> !OF_CELLS.contains(variable.getKey()))
                .filter(variable -> variable.getValue().length() >= TELLING_LENGTH)
                .map(Map.Entry::toString)
                .collect(Collectors.toSet());
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        port.close();
        try (var entries = Files.list(directory)) {
            for (Path entry : entries.toList()) {
                Files.delete(entry);
            }
        }
        Files.delete(directory);
    }
}

package asyfleet.backend.warm;

import asyfleet.backend.sandbox.Confinement;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory in which this process's fork servers can be found, and what they confine themselves by. Cells see it
 * read-only; a task that finds a server by itself gets from it what it could have started anyway.
 */
record Sockets(Path directory) implements AutoCloseable {

    private static final String PREFIX = "run-";
    private static final String FILTER = "filter";

    /** The kernel has no room for longer names of sockets; a server's own has 20 characters before it is announced. */
    private static final int LONGEST_PATH = 107 - 21;

    static Sockets create(CacheDirectory cache) throws IOException {
        Files.createDirectories(cache.path());
        deleteDead(cache.path());
        Path directory = Files.createTempDirectory(cache.path(), PREFIX);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (directory.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            CacheDirectory.delete(directory);
            throw new IOException(directory + " is too long for sockets, expected at most " + LONGEST_PATH + " bytes");
        }
        return new Sockets(directory);
    }

    /** What a process that crashed left: sockets that nobody listens at. */
    private static void deleteDead(Path cache) throws IOException {
        try (DirectoryStream<Path> siblings = Files.newDirectoryStream(cache, PREFIX + "*")) {
            for (Path sibling : siblings) {
                List<Path> sockets = sockets(sibling);
                if (!sockets.isEmpty() && sockets.stream().noneMatch(Sockets::isListening)) {
                    CacheDirectory.delete(sibling);
                }
            }
        }
    }

    private static List<Path> sockets(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> !entry.endsWith(FILTER)).toList();
        }
    }

    private static boolean isListening(Path socket) {
        try (SocketChannel connection = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return connection.isConnected();
        } catch (ConnectException refused) {
            return false;
        } catch (IOException unknown) {
            // Not ours to look at, for example: better left than taken from somebody.
            return true;
        }
    }

    /** Lets the servers make sockets here, whoever they run as. */
    void admit(Confinement confinement) throws IOException {
        Files.write(filter(), confinement.filter());
        UserPrincipal servers =
                directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user(confinement));
        if (!servers.equals(Files.getOwner(directory))) {
            Files.setOwner(directory, servers);
        }
    }

    /** Asks the one who knows: a program that is started like the servers. */
    private static String user(Confinement confinement) throws IOException {
        List<String> command = new ArrayList<>(confinement.command());
        command.addAll(List.of("id", "-un"));
        Process id = new ProcessBuilder(command).redirectErrorStream(true).start();
        id.getOutputStream().close();
        return new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    Path of(ServerSpec spec) {
        return directory.resolve(spec.socketName());
    }

    Path filter() {
        return directory.resolve(FILTER);
    }

    @Override
    public void close() throws IOException {
        CacheDirectory.delete(directory);
    }
}

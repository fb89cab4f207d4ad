package asyfleet.standalone;

import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.config.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory in which the Redis of {@code up} keeps its data. It is kept when {@code up} ends, so that the next
 * {@code up} on the same port goes on with tasks that were accepted and not ended. On a port that the system chose, nobody
 * could come back to it: there it is removed.
 *
 * @param owner removes it, if it is not to be kept
 */
record RedisData(Path directory, Optional<StateDirectory> owner) implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisData.class);

    static RedisData open(StandaloneSettings settings) {
        if (settings.dataDirectory().isPresent()) {
            return kept(settings.dataDirectory().get());
        }
        if (settings.port() == 0) {
            return temporary();
        }
        Path usual = usual(settings);
        try {
            return kept(usual);
        } catch (StartFailure e) {
            LOG.warn("tasks that were accepted are forgotten when this program ends reason=\"{}\"", e.getMessage());
            return temporary();
        }
    }

    private static Path usual(StandaloneSettings settings) {
        Path base = Optional.ofNullable(settings.environment().get("XDG_STATE_HOME"))
                .map(Path::of)
                .filter(Path::isAbsolute)
                .orElseGet(() -> System.getProperty("user.name").equals("root")
                        ? Path.of("/var/lib")
                        : Path.of(System.getProperty("user.home"), ".local", "state"));
        return base.resolve("asyfleet").resolve("up-" + settings.bind() + "-" + settings.port());
    }

    static RedisData kept(Path directory) {
        try {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return new RedisData(directory.toAbsolutePath(), Optional.empty());
        } catch (IOException e) {
            throw new StartFailure(
                    "cannot make the directory " + directory + " for the data of Redis (" + e
                            + "): name another with --data-directory",
                    e);
        }
    }

    /** Swept by the next backend of this user, if this program is killed. */
    static RedisData temporary() {
        try {
            StateDirectory state = StateDirectory.create(StateDirectory.defaultBase());
            return new RedisData(Files.createDirectory(state.path().resolve("redis")), Optional.of(state));
        } catch (IOException e) {
            throw new StartFailure("no directory for the data of Redis: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        if (owner.isPresent()) {
            owner.get().close();
        }
    }
}

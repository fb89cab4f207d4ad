package asyfleet.client.bench;

import asyfleet.config.StartFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The option of every benchmark that says where the programs are which it measures. */
final class ServiceJars {

    @Option(
            names = "--lib",
            description = "Directory with the jars of all services, if not where the build leaves them.")
    private Path given;

    Path directory() {
        return given == null ? find() : given;
    }

    /** The jars of all services, as the build leaves them: beside our own, or in the standalone module. */
    private static Path find() {
        // As a URI, because the path of a URL keeps blanks encoded.
        Path own = Path.of(URI.create(ServiceJars.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
        Path beside = own.getParent();
        Path built = own.resolve("../../../deploy/standalone/target/lib").normalize();
        return List.of(beside, built).stream()
                .filter(ServiceJars::hasServices)
                .findFirst()
                .orElseThrow(() -> new StartFailure("no jars of the services in " + beside + " or " + built
                        + "; build all modules, or give --lib"));
    }

    private static boolean hasServices(Path directory) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (var entries = Files.newDirectoryStream(directory, "queue-server-*.jar")) {
            return entries.iterator().hasNext();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

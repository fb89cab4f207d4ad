package asyfleet.lab.chaos.fleet;

import asyfleet.config.StartFailure;
import asyfleet.process.ChildCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The directories of a fleet: one for each process, with what it may leave behind in {@code work}, and its logs beside
 * that.
 */
record RunDirectory(Path root) {

    /** The file that says that all beside it may be deleted. */
    static final String MARK = "made-by-asyfleet-chaos";

    /**
     * Makes it, or empties it if an earlier run made it.
     *
     * @throws StartFailure if it holds what no earlier run made
     */
    static void prepare(Path root) {
        created(root);
        try (Stream<Path> files = Files.list(root)) {
            if (!Files.exists(root.resolve(MARK)) && files.findAny().isPresent()) {
                throw new StartFailure(
                        root + " holds files and no " + MARK
                                + "; expected an empty directory, or that of an earlier run: delete it, or name another with --out");
            }
            Files.write(root.resolve(MARK), new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        delete(root, file -> !file.equals(root.resolve(MARK)));
    }

    /** A directory that is there. */
    Path of(String member) {
        return created(root.resolve(member));
    }

    /** Where a process keeps its temporary files and its state: empty again when nothing runs. */
    Path work(String member) {
        return created(of(member).resolve("work"));
    }

    /** Its output goes to a file, which outlives it. */
    ChildCommand logged(String member, ChildCommand command) {
        String log = of(member).resolve("log").toString();
        return command.under("sh", "-c", "log=$0; exec \"$@\" >>\"$log\" 2>&1 </dev/null", log);
    }

    /** Files and directories in the work directory. */
    List<Path> files(String member) {
        return files(member, work(member));
    }

    /**
     * The same, by the names that they have there.
     *
     * @param view where the work directory can be read, if its process alone sees what is in it
     */
    List<Path> files(String member, Path view) {
        Path directory = work(member);
        try (Stream<Path> files = Files.walk(view)) {
            return files.filter(file -> !file.equals(view))
                    .map(file -> directory.resolve(view.relativize(file).toString()))
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(); // something went away meanwhile: the next look finds it right
        }
    }

    void empty(String member) {
        delete(of(member), file -> !file.endsWith("log"));
    }

    private static void delete(Path directory, Predicate<Path> which) {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .filter(file -> !file.equals(directory) && which.test(file))
                    .forEach(RunDirectory::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path created(Path directory) {
        try {
            return Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package asyfleet.lab.mutate;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * A copy of a checkout in which mistakes are made, so that none is ever made in the checkout itself. It keeps what was
 * compiled there, and only files that changed are copied again, so the next run compiles little.
 */
final class CheckoutCopy {

    private static final Set<String> LEFT_OUT = Set.of(".git", "target");

    private final Path root;

    private CheckoutCopy(Path root) {
        this.root = root;
    }

    static CheckoutCopy of(Path checkout, Path root) throws IOException {
        Files.createDirectories(root);
        eachFile(checkout, file -> copyIfChanged(file, root.resolve(checkout.relativize(file))));
        eachFile(root, file -> deleteIfGone(checkout.resolve(root.relativize(file)), file));
        return new CheckoutCopy(root);
    }

    private interface FileStep {
        void take(Path file) throws IOException;
    }

    private static void eachFile(Path directory, FileStep step) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes attributes) {
                boolean leftOut =
                        !entered.equals(directory) && LEFT_OUT.contains(String.valueOf(entered.getFileName()));
                return leftOut ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                step.take(file);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void deleteIfGone(Path original, Path copied) throws IOException {
        if (!Files.exists(original)) {
            Files.delete(copied);
        }
    }

    private static void copyIfChanged(Path from, Path to) throws IOException {
        if (!Files.exists(to) || Files.mismatch(from, to) >= 0) {
            Files.createDirectories(to.getParent());
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    Path root() {
        return root;
    }

    /** Makes the mistake. */
    void apply(Mutation mutation) throws IOException {
        Files.writeString(root.resolve(mutation.file()), mutation.mutated(root));
    }

    /** Takes it back. The file gets a new time, so that it is compiled again. */
    void restore(Mutation mutation, String before) throws IOException {
        Files.writeString(root.resolve(mutation.file()), before);
    }
}

package asyfleet.lab.mutate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One mistake in the code, as it stands in a file of {@code lab/mutations}.
 *
 * @param promise the promise that it breaks
 * @param file where it is made, from the root of the checkout
 * @param test the test class that must notice, and its module
 * @param find the text to replace, which is in the file once
 */
record Mutation(String name, String promise, String file, ExpectedTest test, String find, String put) {

    static final String DIRECTORY = "lab/mutations";

    private static final Pattern FORM = Pattern.compile("""
            # (?<name>[a-z-]+)
            promise: (?<promise>.+)
            file: (?<file>\\S+)
            test: (?<module>\\S+) (?<test>\\w+)
            <<<<
            (?<find>(?s:.*?))
            ====
            (?<put>(?s:.*?))>>>>
            """);

    /** A test class in a module. */
    record ExpectedTest(String module, String name) {}

    /** All mutations of a checkout, in the order of their files. */
    static List<Mutation> all(Path root) {
        try (Stream<Path> files = Files.list(root.resolve(DIRECTORY))) {
            return files.sorted().flatMap(file -> readList(file).stream()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Mutation> readList(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /** @throws IllegalArgumentException if there is anything but mutations and empty lines between them */
    static List<Mutation> parse(String text) {
        List<Mutation> mutations = new ArrayList<>();
        Matcher next = FORM.matcher(text);
        int read = 0;
        while (next.find()) {
            checkEmpty(text.substring(read, next.start()));
            ExpectedTest test = new ExpectedTest(next.group("module"), next.group("test"));
            mutations.add(new Mutation(
                    next.group("name"),
                    next.group("promise"),
                    next.group("file"),
                    test,
                    next.group("find"),
                    next.group("put").stripTrailing()));
            read = next.end();
        }
        checkEmpty(text.substring(read));
        return mutations;
    }

    private static void checkEmpty(String between) {
        if (!between.isBlank()) {
            throw new IllegalArgumentException("between two mutations stands \"" + between.strip()
                    + "\", expected # NAME, promise:, file:, test: MODULE CLASS, <<<<, text, ====, text, >>>>");
        }
    }

    /** How often the text to replace is in the file. */
    int count(Path root) {
        String text = read(root);
        return (text.length() - text.replace(find, "").length()) / find.length();
    }

    String read(Path root) {
        try {
            return Files.readString(root.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The whole file with the mistake in it. */
    String mutated(Path root) {
        return read(root).replace(find, put);
    }
}

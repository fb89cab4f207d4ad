package asyfleet.lab.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutationTest {

    /** Tests run in the directory of their module. */
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final List<Mutation> ALL = Mutation.all(ROOT);

    @Test
    void everyMutationStillApplies() {
        assertEquals(
                List.of(),
                ALL.stream()
                        .filter(mutation -> mutation.count(ROOT) != 1)
                        .map(mutation -> mutation.name() + ": its text is " + mutation.count(ROOT) + " times in "
                                + mutation.file() + ", expected once")
                        .toList());
    }

    @Test
    void everyMutationChangesSomething() {
        assertEquals(
                List.of(),
                ALL.stream()
                        .filter(mutation -> mutation.mutated(ROOT).equals(mutation.read(ROOT)))
                        .map(Mutation::name)
                        .toList());
    }

    @Test
    void everyExpectedTestExists() {
        assertEquals(
                List.of(),
                ALL.stream()
                        .map(Mutation::test)
                        .filter(test -> !exists(test))
                        .map(Mutation.ExpectedTest::toString)
                        .toList());
    }

    private static boolean exists(Mutation.ExpectedTest test) {
        try (Stream<Path> files = Files.walk(ROOT.resolve(test.module()).resolve("src/test/java"))) {
            return files.anyMatch(file -> file.endsWith(test.name() + ".java"));
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void noTwoMutationsHaveTheSameName() {
        assertEquals(
                ALL.size(),
                ALL.stream().map(Mutation::name).collect(Collectors.toSet()).size());
    }

    @Test
    void everyServiceIsBroken() {
        assertTrue(ALL.size() >= 30, "only " + ALL.size());
        assertEquals(
                Set.of("common-protocol", "scheduler", "queue-server", "backend", "ring"),
                ALL.stream()
                        .map(mutation ->
                                mutation.file().substring(0, mutation.file().indexOf('/')))
                        .collect(Collectors.toSet()));
    }

    @Test
    void theDocumentsListEveryMutation() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/mutations.md"));

        assertEquals(
                List.of(),
                ALL.stream()
                        .map(Mutation::name)
                        .filter(name -> !page.contains("| `" + name + "` |"))
                        .toList());
    }

    @Test
    void aMutationIsReadAsItIsWritten() {
        String text = """
                # a-name
                promise: It holds.
                file: a/B.java
                test: module BTest
                <<<<
                    one
                    two
                ====
                    three
                >>>>

                # removed
                promise: It holds.
                file: a/B.java
                test: module BTest
                <<<<
                gone
                ====
                >>>>
                """;
        Mutation.ExpectedTest test = new Mutation.ExpectedTest("module", "BTest");

        assertEquals(
                List.of(
                        new Mutation("a-name", "It holds.", "a/B.java", test, "    one\n    two", "    three"),
                        new Mutation("removed", "It holds.", "a/B.java", test, "gone", "")),
                Mutation.parse(text));
    }

    @Test
    void aSlipInTheListIsNamed() {
        var slip = assertThrows(IllegalArgumentException.class, () -> Mutation.parse("# a-name\nfile: x\n"));

        assertTrue(slip.getMessage().contains("# a-name"), slip.getMessage());
    }

    @Test
    void theCopyFollowsTheCheckoutAndKeepsWhatWasBuilt(@TempDir Path directory) throws IOException {
        Path checkout =
                Files.createDirectories(directory.resolve("checkout/module")).getParent();
        Path copy = checkout.resolve("target/mutate");
        Files.writeString(checkout.resolve("module/Stays.java"), "1");
        Files.writeString(checkout.resolve("module/Goes.java"), "1");
        CheckoutCopy.of(checkout, copy);
        Path built = Files.createDirectories(copy.resolve("module/target")).resolve("Stays.class");
        Files.writeString(built, "compiled");

        Files.delete(checkout.resolve("module/Goes.java"));
        Files.writeString(checkout.resolve("module/Stays.java"), "2");
        CheckoutCopy.of(checkout, copy);

        assertEquals("2", Files.readString(copy.resolve("module/Stays.java")));
        assertTrue(Files.notExists(copy.resolve("module/Goes.java")));
        assertTrue(Files.exists(built));
    }

    @Test
    void mistakesAreMadeInTheCopyOnlyAndTakenBack(@TempDir Path directory) throws IOException {
        Path checkout = Files.createDirectories(directory.resolve("checkout"));
        Files.writeString(checkout.resolve("A.txt"), "right");
        Files.createDirectories(checkout.resolve("target"));
        CheckoutCopy copy = CheckoutCopy.of(checkout, checkout.resolve("target/mutate"));
        Mutation.ExpectedTest test = new Mutation.ExpectedTest("module", "BTest");
        Mutation mutation = new Mutation("wrong", "It is right.", "A.txt", test, "right", "wrong");

        copy.apply(mutation);

        assertEquals("wrong", Files.readString(copy.root().resolve("A.txt")));
        assertEquals("right", Files.readString(checkout.resolve("A.txt")));
        copy.restore(mutation, "right");
        assertEquals("right", Files.readString(copy.root().resolve("A.txt")));
    }
}

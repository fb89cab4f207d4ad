package asyfleet.lab.mutate;

import asyfleet.lab.mutate.Mutation.ExpectedTest;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The runs of test classes by Maven in a copy of the checkout. */
final class MavenTests {

    /** Of a report of Maven: a test that failed. */
    private static final Pattern FAILED =
            Pattern.compile("<testcase name=\"(\\w+)[^>]*>\\s*<(?:failure|error)", Pattern.DOTALL);

    /** A mistake may make a test wait for ever. */
    private static final Duration LONGEST_RUN = Duration.ofMinutes(20);

    private final Path root;
    private final List<String> maven;

    /** @param maven the command and the arguments of every run */
    MavenTests(Path root, List<String> maven) {
        this.root = root;
        this.maven = maven;
    }

    /** The end of a run. */
    record TestRun(boolean passed, List<String> failedTests, String output) {

        /** A mistake that does not compile says nothing about the tests. */
        boolean compiled() {
            return !output.contains("COMPILATION ERROR");
        }
    }

    TestRun run(Collection<ExpectedTest> tests) throws IOException {
        for (ExpectedTest test : tests) {
            Files.deleteIfExists(report(test).orElse(root.resolve("none")));
        }
        List<String> command = new ArrayList<>(maven);
        command.addAll(List.of("--batch-mode", "--quiet", "test", "-am", "--file", root.toString()));
        command.addAll(
                List.of("-pl", joined(tests, ExpectedTest::module), "-Dtest=" + joined(tests, ExpectedTest::name)));
        command.addAll(List.of("-Dsurefire.failIfNoSpecifiedTests=false", "-Dspotless.check.skip=true"));
        command.add("-Dsurefire.timeout=" + LONGEST_RUN.toSeconds());
        try (ChildProcess child = new ChildCommand("maven", command, Map.of()).start()) {
            boolean passed = child.exitCode() == 0;
            List<String> failed = new ArrayList<>();
            for (ExpectedTest test : tests) {
                failed.addAll(failedTests(test));
            }
            return new TestRun(passed, failed, child.printed());
        }
    }

    private static String joined(Collection<ExpectedTest> tests, Function<ExpectedTest, String> part) {
        return tests.stream().map(part).collect(Collectors.toCollection(TreeSet::new)).stream()
                .collect(Collectors.joining(","));
    }

    private Optional<Path> report(ExpectedTest test) throws IOException {
        Path reports = root.resolve(test.module()).resolve("target/surefire-reports");
        if (!Files.isDirectory(reports)) {
            return Optional.empty();
        }
        try (var files = Files.list(reports)) {
            String end = "." + test.name() + ".xml";
            return files.filter(file -> file.toString().endsWith(end)).findFirst();
        }
    }

    private List<String> failedTests(ExpectedTest test) throws IOException {
        Optional<Path> report = report(test);
        if (report.isEmpty()) {
            return List.of();
        }
        return FAILED.matcher(Files.readString(report.get()))
                .results()
                .map((MatchResult match) -> match.group(1))
                .distinct()
                .toList();
    }
}

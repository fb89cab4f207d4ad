package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.BackendSettings;
import asyfleet.client.ClientMain;
import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.UserStreams;
import asyfleet.lab.LabMain;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.ring.manage.ManagerSettings;
import asyfleet.ring.run.RunnerSettings;
import asyfleet.scheduler.SchedulerSettings;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents name only options that their command has: each is looked for in the help of the command. */
class DocsOptionsTest {

    private static final String LAUNCHER = Repository.read(Repository.root().resolve("deploy/launcher/commands.sh"));

    /** Within a sentence, where a command may go on in the next line. */
    private static final Pattern IN_SENTENCE = Pattern.compile("`(?:\\./)?asyfleet ([^`]*)`");
    /** In a block, without the comment behind it. */
    private static final Pattern IN_BLOCK = Pattern.compile("(?m)^[^`\\n]*?(?:\\./)?asyfleet (.*?)(?: #.*)?$");

    private static final Pattern CONTINUED = Pattern.compile("\\\\\\n\\s*");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```\\w.*?\\n(.*?)^ *```$");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*");

    private static final Set<String> OF_CLIENT =
            Set.of("client", "render", "asy", "shell", "stats", "version", "admin", "completion");
    private static final Set<String> OF_LAB =
            Set.of("conformance", "model", "simulate", "docs", "attack", "load", "chaos", "bench", "mutate");

    private static final Map<List<String>, Set<String>> KNOWN = new ConcurrentHashMap<>();

    @ParameterizedTest
    @MethodSource("documents")
    void everyOptionThatIsNamedExists(Path document) {
        assertEquals(List.of(), unknown(Repository.read(Repository.root().resolve(document))));
    }

    @ParameterizedTest
    @CsvSource({
        "up --prot 80, up --prot",
        "backend --slot 2, backend --slot",
        "ring runner 4 --conect x, ring --conect",
        "render a.asy --wotch, render --wotch",
        "admin end --callers bob, admin --callers",
        "bench startup --round 3, bench --round",
        "build --thrice, build --thrice"
    })
    void anOptionThatDoesNotExistIsNoticed(String command, String noticed) {
        assertEquals(List.of(noticed), unknown("Say `./asyfleet " + command + "`."));
        assertEquals(List.of(noticed), unknown("```sh\nX=1 ./asyfleet " + command + " # --why\n```\n"));
    }

    @Test
    void theDocumentsNameManyOptions() {
        long options = documents()
                .map(document -> Repository.read(Repository.root().resolve(document)))
                .flatMap(DocsOptionsTest::commands)
                .mapToLong(command -> OPTION.matcher(command).results().count())
                .sum();

        assertTrue(options > 50, () -> "only " + options + " options were found");
    }

    static Stream<Path> documents() {
        return DocsTest.documents().filter(document -> !document.endsWith("CHANGELOG.md")); // it speaks of the past
    }

    private static List<String> unknown(String document) {
        return commands(document).flatMap(DocsOptionsTest::unknownOptions).toList();
    }

    private static Stream<String> commands(String document) {
        Stream<String> sentences = IN_SENTENCE.matcher(document).results().map(match -> match.group(1));
        Stream<String> blocks = BLOCK.matcher(document)
                .results()
                .map(block -> CONTINUED.matcher(block.group(1)).replaceAll(" "))
                .flatMap(block -> IN_BLOCK.matcher(block).results().map(match -> match.group(1)));
        return Stream.concat(sentences, blocks);
    }

    private static Stream<String> unknownOptions(String command) {
        List<String> words = Stream.of(command.replaceFirst("^--no-build ", "").split("\\s+"))
                .takeWhile(word -> !word.startsWith("-"))
                .toList();
        Stream<String> named = OPTION.matcher(command).results().map(MatchResult::group);
        return named.filter(option -> !option.equals("--no-build") && !option.equals("--help"))
                .filter(option -> !KNOWN.computeIfAbsent(words, DocsOptionsTest::knownOptions)
                        .contains(option))
                .map(option -> String.join(" ", words.stream().limit(1).toList()) + " " + option);
    }

    private static Set<String> knownOptions(List<String> words) {
        return OPTION.matcher(help(words)).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    private static String help(List<String> words) {
        String command = words.isEmpty() ? "" : words.get(0);
        if (OF_CLIENT.contains(command)) {
            return helpOfClient(words);
        }
        if (OF_LAB.contains(command)) {
            return helpOfLab(words);
        }
        return switch (command) {
            case "queue-server" -> QueueServerSettings.SPEC.help();
            case "scheduler" -> SchedulerSettings.SPEC.help();
            case "backend" -> BackendSettings.SPEC.help();
            case "ring" -> words.contains("manager") ? ManagerSettings.SPEC.help() : RunnerSettings.SPEC.help();
            case "up" -> helpOfLauncher(command) + between("usage_error \"up: ", ";;");
            default -> helpOfLauncher(command);
        };
    }

    private static String helpOfClient(List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        UserStreams streams = UserStreams.pipes(InputStream.nullInputStream(), print, print);
        List<String> ofClient = words.get(0).equals("client") ? words.subList(1, words.size()) : words;
        ClientMain.run(streams, new OpenBatches(), withHelp(ofClient));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String helpOfLab(List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        LabMain.run(print, print, withHelp(words));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String[] withHelp(List<String> words) {
        return Stream.concat(words.stream(), Stream.of("--help")).toArray(String[]::new);
    }

    /** The lines of the launcher's help from a command to the next one. */
    private static String helpOfLauncher(String command) {
        return Pattern.compile("(?ms)^  " + Pattern.quote(command) + " .*?(?=^  [a-z]|^$)")
                .matcher(LAUNCHER)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining());
    }

    private static String between(String start, String end) {
        int from = LAUNCHER.indexOf(start);
        return LAUNCHER.substring(from, LAUNCHER.indexOf(end, from));
    }
}

package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents name only what exists. */
class DocsTest {

    private static final Path ROOT = Repository.root();
    private static final String ARCHITECTURE = Repository.read(ROOT.resolve("docs/architecture.md"));

    /** {@code [text](target)}, without pictures' titles. */
    private static final Pattern INLINE_LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    /** {@code [name]: target} at the beginning of a line. */
    private static final Pattern DEFINITION = Pattern.compile("(?m)^\\[([^\\]]+)\\]: (\\S+)$");
    /** {@code [name]}, neither before an inline target nor at the head of a definition. */
    private static final Pattern REFERENCE = Pattern.compile("(?m)(?!^\\[[\\w.]+\\]: )\\[([\\w.]+)\\](?!\\()");
    /** A command of the launcher as it stands in a text. */
    private static final Pattern COMMAND = Pattern.compile("\\./asyfleet ([a-z][a-z-]*)");

    /** A command, a picture, or one in words. */
    private static final Pattern EXAMPLE = Pattern.compile("^(?: *```|!\\[|Example: )");

    private static final int BEGINNING = 25;

    /** A block of commands that neither is run by {@code DocsCommandsIT} nor says why not, as CONTRIBUTING.md explains. */
    private static final Pattern UNMARKED =
            Pattern.compile("(?m)^ *```sh(?! (?:run|service|long|machine|elsewhere)$).*");

    @ParameterizedTest
    @MethodSource("documents")
    void everyBlockOfCommandsIsRunOrSaysWhyNot(Path document) {
        assertEquals(
                List.of(),
                UNMARKED.matcher(Repository.read(ROOT.resolve(document)))
                        .results()
                        .map(found -> found.group())
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkLeadsSomewhere(Path document) {
        String text = Repository.read(ROOT.resolve(document));
        Stream<String> targets = Stream.concat(
                INLINE_LINK.matcher(text).results().map(match -> match.group(1)),
                DEFINITION.matcher(text).results().map(match -> match.group(2)));

        assertEquals(
                List.of(),
                targets.filter(target -> !target.contains("://") && !target.startsWith("#"))
                        .filter(target -> !exists(document, target))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyPageBeginsWithAPictureOrAnExample(Path document) {
        boolean isList = document.endsWith("CHANGELOG.md");
        Stream<String> beginning =
                Repository.read(ROOT.resolve(document)).lines().limit(BEGINNING);

        assertTrue(isList || beginning.anyMatch(line -> EXAMPLE.matcher(line).find()));
    }

    /** A file that lies deeper is an example for another program. */
    @Test
    void theIndexNamesEveryPage() {
        Path docs = ROOT.resolve("docs");
        Set<Path> named = INLINE_LINK
                .matcher(Repository.read(docs.resolve("index.md")))
                .results()
                .map(link -> docs.resolve(link.group(1).split("#")[0]).normalize())
                .collect(Collectors.toSet());

        assertEquals(
                List.of(),
                Repository.files(docs, ".md").stream()
                        .filter(page -> !page.equals(docs.resolve("index.md")))
                        .filter(page -> docs.relativize(page).getNameCount() <= 2)
                        .filter(page -> !named.contains(page))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyCommandOfTheLauncherThatIsNamedExists(Path document) {
        String launcher = Repository.read(ROOT.resolve("deploy/launcher/commands.sh"));

        assertEquals(
                List.of(),
                COMMAND.matcher(Repository.read(ROOT.resolve(document)))
                        .results()
                        .map(match -> match.group(1))
                        .filter(command -> !Pattern.compile("(?m)^    (.*\\| )?" + command + "( \\|.*)?\\)")
                                .matcher(launcher)
                                .find())
                        .toList());
    }

    @Test
    void everyFileThatTheArchitectureNamesIsDefined() {
        Set<String> defined = DEFINITION
                .matcher(ARCHITECTURE)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        Set<String> used = REFERENCE
                .matcher(ARCHITECTURE)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());

        assertEquals(defined, used);
    }

    @Test
    void theLifeOfATaskHasNineSteps() {
        List<String> steps = Pattern.compile("(?m)^(\\d+)\\. ")
                .matcher(ARCHITECTURE)
                .results()
                .map(match -> match.group(1))
                .toList();

        assertEquals(List.of("1", "2", "3", "4", "5", "6", "7", "8", "9"), steps);
    }

    @Test
    void everyRecipeIsInTheListOfRecipes() {
        Path recipes = ROOT.resolve("docs/recipes");
        String list = Repository.read(recipes.resolve("README.md"));
        String[] folders = recipes.toFile().list((parent, name) -> Files.isDirectory(recipes.resolve(name)));

        assertEquals(
                List.of(),
                Stream.of(folders)
                        .filter(folder -> !list.contains("\n| [" + folder + "]("))
                        .toList());
    }

    @Test
    void theReadmeNamesBothCommands() {
        String readme = Repository.read(ROOT.resolve("README.md"));

        assertTrue(readme.contains("\n./asyfleet up\n"));
        assertTrue(readme.contains("\n./asyfleet test\n"));
    }

    private static boolean exists(Path document, String target) {
        Path from = ROOT.resolve(document).getParent();
        return Files.exists(from.resolve(target.split("#")[0]).normalize());
    }

    static Stream<Path> documents() {
        return Stream.concat(
                        Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
                                .map(ROOT::resolve),
                        Repository.files(ROOT.resolve("docs"), ".md").stream())
                .map(ROOT::relativize);
    }
}

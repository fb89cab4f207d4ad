package asyfleet.lab.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.lab.browser.Browser;
import asyfleet.testing.NeededTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class SiteSearchTest {

    private static final String FIRST = "document.querySelector('#found a b')?.textContent";

    @TempDir
    private Path directory;

    @Test
    void thePagesOfOurDocumentsOpenWithTheirPicturesAndAreFound() throws Exception {
        Path program = browser();
        Path site = directory.resolve("site");
        DocsSite.read(Path.of("..").toRealPath()).write(site);

        try (Browser browser = Browser.open(program, directory.resolve("profile"))) {
            for (Path page : pages(site)) {
                browser.go(page.toUri().toString());
                browser.awaitTrue("document.readyState === 'complete' && document.querySelector('h1') !== null");
                browser.eval("document.querySelectorAll('img').forEach(image => image.loading = 'eager')");
                browser.awaitTrue("[...document.images].every(image => image.complete && image.naturalWidth > 0)");
                assertEquals(List.of(), browser.complaints(), page.toString());
            }
            browser.press("/");
            browser.type("promtool");
            browser.awaitTrue("document.querySelectorAll('#found a').length > 0");
        }
    }

    private static List<Path> pages(Path site) throws IOException {
        try (Stream<Path> files = Files.walk(site)) {
            return files.filter(file -> file.toString().endsWith(".html"))
                    .filter(file -> !site.relativize(file).startsWith("web/")) // examples that want a fleet
                    .filter(file -> !site.relativize(file).startsWith("recipes/hugo")) // a template
                    .sorted()
                    .toList();
        }
    }

    private static Path browser() {
        return NeededTools.need("BROWSER", Browser.find(), "no chromium in /usr/bin: the site is not tested");
    }

    /** The pages are opened as files: a browser lets these load no JSON. */
    @Test
    void aSearchFindsTheSectionThatHasAllWordsAndEnterGoesThere() throws Exception {
        Path program = browser();
        Files.createDirectories(directory.resolve("docs/deep"));
        Files.writeString(directory.resolve("docs/index.md"), "# Start\n\nA cat.\n");
        Files.writeString(
                directory.resolve("docs/deep/pets.md"),
                "# Pets\n\n## Dogs\n\nA dog bites.\n\n## Cats\n\n| who | does |\n|---|---:|\n| a `cat` | purrs |\n\n"
                        + "whisker ".repeat(50));
        DocsSite.read(directory).write(directory.resolve("site"));

        try (Browser browser = Browser.open(program, directory.resolve("profile"))) {
            browser.go(directory.resolve("site/deep/pets.html").toUri().toString());
            browser.press("/");
            browser.type("PURRS cat");
            browser.awaitTrue(FIRST + " === 'Cats' && document.querySelectorAll('#found a').length === 1");
            assertEquals(
                    "who does a cat purrs" + " whisker".repeat(15) + " …",
                    browser.eval("document.querySelector('#found small').textContent")
                            .asString());
            assertEquals(
                    "right",
                    browser.eval("getComputedStyle(document.querySelector('td:last-child')).textAlign")
                            .asString());
            browser.press("Enter");
            browser.awaitTrue("location.hash === '#cats' && document.querySelector('#found').hidden");
            browser.eval("document.querySelector('#search').focus()");
            browser.type("cat barks");
            browser.awaitTrue("document.querySelector('#found').textContent === 'No page has all of these words.'");
            assertEquals(List.of(), browser.complaints());
        }
    }
}

package asyfleet.lab.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.lab.browser.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
        Optional<Path> program = Browser.find();
        assumeTrue(program.isPresent(), "there is no browser");
        Path site = directory.resolve("site");
        DocsSite.read(Path.of("..").toRealPath()).write(site);

        try (Browser browser = Browser.open(program.orElseThrow(), directory.resolve("profile"))) {
            for (String page : List.of("index", "getting-started", "http-api", "gallery", "operations/metrics")) {
                browser.go(site.resolve(page + ".html").toUri().toString());
                browser.awaitTrue("document.readyState === 'complete' && document.querySelector('h1') !== null");
                browser.eval("document.querySelectorAll('img').forEach(image => image.loading = 'eager')");
                browser.awaitTrue("[...document.images].every(image => image.complete && image.naturalWidth > 0)");
                assertEquals(List.of(), browser.complaints(), page);
            }
            browser.press("/");
            browser.type("promtool");
            browser.awaitTrue("document.querySelectorAll('#found a').length > 0");
        }
    }

    /** The pages are opened as files: a browser lets these load no JSON. */
    @Test
    void aSearchFindsTheSectionThatHasAllWordsAndEnterGoesThere() throws Exception {
        Optional<Path> program = Browser.find();
        assumeTrue(program.isPresent(), "there is no browser");
        Files.createDirectories(directory.resolve("docs/deep"));
        Files.writeString(directory.resolve("docs/index.md"), "# Start\n\nA cat.\n");
        Files.writeString(
                directory.resolve("docs/deep/pets.md"),
                "# Pets\n\n## Dogs\n\nA dog bites.\n\n## Cats\n\n| who | does |\n|---|---|\n| a `cat` | purrs |\n");
        DocsSite.read(directory).write(directory.resolve("site"));

        try (Browser browser = Browser.open(program.orElseThrow(), directory.resolve("profile"))) {
            browser.go(directory.resolve("site/deep/pets.html").toUri().toString());
            browser.press("/");
            browser.type("PURRS cat");
            browser.awaitTrue(FIRST + " === 'Cats' && document.querySelectorAll('#found a').length === 1");
            browser.press("Enter");
            browser.awaitTrue("location.hash === '#cats' && document.querySelector('#found').hidden");
            browser.eval("document.querySelector('#search').focus()");
            browser.type("cat barks");
            browser.awaitTrue("document.querySelector('#found').textContent === 'No page has all of these words.'");
            assertEquals(List.of(), browser.complaints());
        }
    }
}

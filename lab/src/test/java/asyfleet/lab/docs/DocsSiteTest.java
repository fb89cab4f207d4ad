package asyfleet.lab.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocsSiteTest {

    @TempDir
    private Path root;

    private void write(String path, String text) throws IOException {
        Files.createDirectories(root.resolve(path).getParent());
        Files.writeString(root.resolve(path), text);
    }

    @Test
    void everyLinkBetweenOurDocumentsLeadsToAFileAndAHeading() throws IOException {
        assertEquals(List.of(), DocsSite.read(Path.of("..").toRealPath()).brokenLinks());
    }

    @Test
    void aLinkToAHeadingThatIsNotThereIsFound() throws IOException {
        write("docs/index.md", "# Start\n\n[a](deep/a.md#The-end) [b](deep/a.md#the-end) [c](c.md)\n");
        write("docs/deep/a.md", "# A\n\n## The `end`\n");

        assertEquals(
                List.of("docs/index.md: deep/a.md#The-end", "docs/index.md: c.md"),
                DocsSite.read(root).brokenLinks());
    }

    @Test
    void linksLeadToPagesAndOtherFilesAreCopied() throws IOException {
        write("docs/index.md", "# Start\n\n## One\n\n- [A page](deep/a.md)\n");
        write("docs/deep/a.md", "# A\n\n[up](../index.md#one) [code](../../src/X.java) ![p](p.svg)\n");
        write("docs/deep/p.svg", "<svg/>");
        write("docs/other.md", "# Other\n");
        write("src/X.java", "class X {}");
        write("SECURITY.md", "# Security\n");
        Path site = root.resolve("site");
        DocsSite.read(root).write(site);

        String page = Files.readString(site.resolve("deep/a.html"));
        assertTrue(page.contains("<a href=\"../index.html#one\">up</a>"), page);
        assertTrue(page.contains("<a href=\"../source/src/X.java.txt\">code</a>"), page);
        assertTrue(page.contains("<a href=\"../deep/a.html\" aria-current=\"page\">A page</a>"), page);
        assertTrue(
                page.contains("<a href=\"../other.html\">Other</a>"), "a page that the first does not name is listed");
        assertTrue(Files.exists(site.resolve("deep/p.svg")));
        assertEquals("class X {}", Files.readString(site.resolve("source/src/X.java.txt")));
        assertTrue(Files.exists(site.resolve("project/SECURITY.html")));
    }

    @Test
    void aLinkToAFolderLeadsToTheListOfItsFiles() throws IOException {
        write("docs/index.md", "# Start\n\n[rules](../deploy/rules) [pages](web/)\n");
        write("docs/web/a.html", "<p>a</p>");
        write("deploy/rules/alerts.yaml", "groups:");
        Path site = root.resolve("site");
        DocsSite.read(root).write(site);

        String page = Files.readString(site.resolve("index.html"));
        assertTrue(page.contains("<a href=\"project/deploy/rules/index.html\">rules</a>"), page);
        assertTrue(page.contains("<a href=\"web/index.html\">pages</a>"), page);
        String list = Files.readString(site.resolve("project/deploy/rules/index.html"));
        assertTrue(list.contains("<a href=\"../../../source/deploy/rules/alerts.yaml.txt\">alerts.yaml</a>"), list);
        assertEquals("groups:", Files.readString(site.resolve("source/deploy/rules/alerts.yaml.txt")));
        assertTrue(Files.readString(site.resolve("web/index.html")).contains("<a href=\"a.html\">a.html</a>"));
    }

    @Test
    void aLinkOfTheReadmeIsCheckedToo() throws IOException {
        write("README.md", "# R\n\n[a](docs/index.md#start) [b](docs/index.md#end)\n");
        write("docs/index.md", "# Start\n");

        assertEquals(
                List.of("README.md: docs/index.md#end"), DocsSite.read(root).brokenLinks());
    }

    @Test
    void aHeadingMayHaveSignsThatAReplacementWouldRead() throws IOException {
        write("docs/index.md", "# Start\n\n## Costs $1\n\n## C:\\\\d\n\n## Three\n\n## Four\n");
        Path site = root.resolve("site");
        DocsSite.read(root).write(site);

        String page = Files.readString(site.resolve("index.html"));
        assertTrue(page.contains(">Costs $1</a>"), page);
    }

    @Test
    void aLongPageBeginsWithTheListOfItsHeadings() throws IOException {
        write("docs/index.md", "# Start\n\n## One\n\n## Two & `2`\n\n### Deep\n\n## Three\n\n## Four\n");
        write("docs/short.md", "# Short\n\n## One\n\n## Two\n");
        Path site = root.resolve("site");
        DocsSite.read(root).write(site);

        String page = Files.readString(site.resolve("index.html"));
        String list = page.substring(page.indexOf("</h1>"), page.indexOf("<h2 id=\"one\">"));
        assertTrue(
                list.contains("<a href=\"#one\">One</a>\n<a href=\"#two--2\">Two &amp; 2</a>\n<a href=\"#three\">"),
                list);
        assertFalse(list.contains("Deep"), list);
        assertFalse(Files.readString(site.resolve("short.html")).contains("On this page"));
    }

    @Test
    void aSiteIsReplacedAndNothingElseIs() throws IOException {
        write("docs/index.md", "# Start\n");
        Path site = root.resolve("site");
        DocsSite.read(root).write(site);
        Files.writeString(site.resolve("old.html"), "old");
        DocsSite.read(root).write(site);
        assertFalse(Files.exists(site.resolve("old.html")));

        write("precious/letter", "Dear");
        assertThrows(IOException.class, () -> DocsSite.read(root).write(root.resolve("precious")));
        assertTrue(Files.exists(root.resolve("precious/letter")));
    }
}

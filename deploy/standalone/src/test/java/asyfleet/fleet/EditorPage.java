package asyfleet.fleet;

import asyfleet.lab.browser.Browser;
import asyfleet.testing.NeededTools;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The editor page in a browser: how a person uses it, and what they see. */
final class EditorPage implements AutoCloseable {

    private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

    final Browser browser;

    private EditorPage(Browser browser) {
        this.browser = browser;
    }

    /** Skips the test where there is no browser, unless {@code ASYFLEET_TEST_BROWSER=required}. */
    static EditorPage open(Path directory) {
        Path program = NeededTools.need("BROWSER", Browser.find(), "no chromium in /usr/bin: the page is not tested");
        EditorPage page = new EditorPage(Browser.open(program, directory));
        page.browser.resize(1440, 900);
        return page;
    }

    void go(String url) {
        browser.go(url);
        awaitReady();
    }

    private void awaitReady() {
        browser.awaitTrue("document.documentElement.dataset.ready === 'true'");
    }

    /** Forgets all work, as a new visitor has none. */
    void goAsNewVisitor(String url) {
        // Before the page begins, because leaving it keeps its work once more.
        browser.go(url, "if (window === top) { localStorage.clear(); sessionStorage.clear(); }");
        awaitReady();
    }

    /** Opens the page as in a new tab, which has nothing of its own. */
    void goInNewTab(String url) {
        browser.go("about:blank"); // or a link to the same page would load nothing
        browser.go(url, "if (window === top) sessionStorage.clear();");
        awaitReady();
    }

    /** Types a source in place of all that is in the editor. */
    void retype(String source) {
        browser.eval("document.querySelector('.cm-content').focus()");
        browser.pressControl("a");
        browser.type(source);
    }

    /** Runs a command of the list that Ctrl-K opens. */
    void command(String words) {
        browser.pressControl("k");
        browser.awaitTrue("document.querySelector('dialog.commands input') === document.activeElement");
        browser.type(words);
        browser.press("Enter");
        browser.awaitTrue("!document.querySelector('dialog.commands')");
    }

    String source() {
        return browser.eval("[...document.querySelectorAll('.cm-line')].map(line => line.innerText).join('\\n')")
                .asString();
    }

    /** The address of the page with this figure in it. */
    String link(String url, String source) {
        return linkTo(url, "", "'" + source.replace("\n", "\\n") + "'");
    }

    /** The address of the page with what {@code script} returns, encoded as links are. */
    String linkTo(String url, String prefix, String script) {
        return url + "#" + prefix
                + browser.eval("import('" + url + "client/asyfleet.js').then(module => module.encodeSource(" + script
                                + "))")
                        .asString();
    }

    void awaitSource(String source) {
        browser.awaitTrue("[...document.querySelectorAll('.cm-line')].map(line => line.innerText).join('\\n') === '"
                + source.replace("\n", "\\n") + "'");
    }

    void awaitStatus(String pattern) {
        browser.awaitTrue("/" + pattern + "/.test(document.querySelector('#status').innerText)");
    }

    /** Waits until a picture of that width is shown, in pixels. */
    void awaitWidth(int width) {
        browser.awaitTrue("document.querySelector('#sheet img')?.naturalWidth === " + width);
    }

    void awaitToast(String pattern) {
        browser.awaitTrue("/" + pattern + "/.test(document.querySelector('#toast').innerText)");
    }

    /** Opens former work. @param card a part of the text of its card */
    void chooseFormer(String card) {
        choose("#work", "History");
        String found = "[...document.querySelectorAll('dialog .card')].find(c => c.innerText.includes('" + card + "'))";
        browser.awaitTrue(found);
        browser.eval(found + ".click()");
    }

    /** Waits for what completion knows: a backend makes the list when it is asked for the first time. */
    void awaitNames() {
        browser.awaitTrue(
                "fetch('api/names', {cache: 'no-store'}).then(r => r.json()).then(list => list.modules.graph)");
        browser.eval("performance.clearResourceTimings(); document.querySelector('.cm-content').focus()");
        browser.awaitTrue(
                "performance.getEntriesByType('resource').some(e => e.name.endsWith('api/names') && e.responseEnd)");
    }

    void choose(String button, String item) {
        browser.click(button);
        browser.awaitTrue("document.querySelector('#menu')");
        browser.eval("[...document.querySelectorAll('#menu button')].find(b => b.innerText.startsWith('" + item
                + "')).click()");
    }

    /** The rules of accessibility that the page breaks at the moment, each with an element. */
    List<String> violations() throws IOException {
        return violationsIn("document");
    }

    /** @param part an expression: an element, or a selector in quotes */
    List<String> violationsIn(String part) throws IOException {
        if (!browser.eval("typeof axe === 'object'").asBoolean()) {
            try (InputStream in = EditorPage.class.getResourceAsStream(AXE)) {
                browser.eval(new String(in.readAllBytes(), StandardCharsets.UTF_8) + "; 0");
            }
        }
        List<String> found = new ArrayList<>();
        for (JsonNode violation : browser.eval(
                "axe.run(" + part + ", {resultTypes: ['violations'], iframes: false})"
                        + ".then(r => r.violations.map(v => v.id + ': ' + v.nodes.map(n => n.target + ' ' + n.failureSummary)))")) {
            found.add(violation.asString());
        }
        return found;
    }

    @Override
    public void close() {
        browser.close();
    }
}

package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.RedisKeys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** The promises of the page about files, former work and pictures to take away. */
interface WorkOnPage {

    BrowsedFleet fleet();

    private EditorPage page() {
        return fleet().page;
    }

    @Test
    default void aZipFileIsOtherWorkAndAllFilesGoIntoOne() throws IOException {
        Browser browser = page().browser;
        Map<String, String> files = new LinkedHashMap<>();
        files.put("main.asy", "import part; size(75,75); part();");
        files.put("part.asy", "void part() { fill(unitsquare); } // \u00e9");
        drop(browser, "figure.zip", zip("folder/", files));
        page().awaitWidth(100);
        assertEquals("figure", browser.text("#title"));
        assertEquals(
                2,
                browser.eval("document.querySelectorAll('#tabs button').length").asInt());

        browser.eval("{ const make = URL.createObjectURL.bind(URL); URL.createObjectURL = blob => {"
                + " if (blob.type === 'application/zip') window.saved = blob; return make(blob); }; 0 }");
        page().choose("#work", "Save all files");
        browser.awaitTrue("window.saved");
        assertEquals(files, unzip(saved(browser)));
    }

    @Test
    default void aDroppedFileJoinsTheWork() {
        Browser browser = page().browser;
        page().retype("file in = input(\"sizes.csv\"); real[] a = in; size(a[0],a[0]); fill(unitsquare);");
        drop(browser, "sizes.csv", "75\n".getBytes(StandardCharsets.UTF_8));
        page().awaitWidth(100);
        assertEquals("sizes.csv", browser.text("#tabs [aria-selected=true]"));
        drop(browser, "notes.json", "{}".getBytes(StandardCharsets.UTF_8));
        browser.awaitTrue("document.querySelector('#tabs [aria-selected=true]').innerText === 'notes.json'");
    }

    @Test
    default void filesThatCannotJoinAreNamedWithTheReason() throws IOException {
        Browser browser = page().browser;
        drop(browser, "photo.png", new byte[] {(byte) 0x89, 'P', 'N', 'G', 0});
        page().awaitToast("^Left out: photo.png \\(it is not a text\\)$");
        drop(browser, "tool.exe", new byte[] {'M', 'Z'});
        page().awaitToast("^Left out: tool.exe \\(a name must end in .asy, .*, .txt\\)$");

        Map<String, String> files = new LinkedHashMap<>();
        files.put("main.asy", "size(75,75); fill(unitsquare);");
        files.put("a/data.csv", "1");
        files.put("b/data.csv", "2");
        files.put("photo.png", "\0");
        drop(browser, "figure.zip", zip("folder/", files));
        page().awaitWidth(100);
        page().awaitToast("^figure is open. Left out: folder.b.data.csv \\(there are two of this name\\),"
                + " folder.photo.png \\(it is not a text\\)");
        assertEquals(
                2,
                browser.eval("document.querySelectorAll('#tabs button').length").asInt());
    }

    @Test
    default void aZipFileThatUnpacksToTooMuchOrIsDamagedIsRefusedWithTheReason() throws IOException {
        Browser browser = page().browser;
        String aMebibyte = "// a line\n".repeat(100_000);
        byte[] liar = zip("", Map.of("main.asy", aMebibyte.repeat(60)));
        setSize(liar, 1000);
        drop(browser, "liar.zip", liar);
        page().awaitToast("^Left out: liar.zip \\(main.asy: it is larger than 1 MiB\\)$");

        Map<String, String> many = new LinkedHashMap<>();
        for (int i = 0; i < 18; i++) {
            many.put("part" + i + ".asy", aMebibyte);
        }
        drop(browser, "many.zip", zip("", many));
        page().awaitToast("^Left out: many.zip \\(its files have more than 16 MiB together\\)$");

        byte[] damaged = zip("", Map.of("main.asy", "size(75,75); fill(unitsquare);"));
        damaged[45] ^= 1;
        drop(browser, "damaged.zip", damaged);
        page().awaitToast("^Left out: damaged.zip \\(main.asy: it is damaged\\)$");
        drop(browser, "cut.zip", Arrays.copyOfRange(damaged, 60, damaged.length));
        page().awaitToast("^Left out: cut.zip \\(it is damaged\\)$");
        assertEquals("rose", browser.text("#title"));
    }

    /** Lies about the size that the first file has when it is unpacked. */
    private static void setSize(byte[] zip, int size) {
        ByteBuffer bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        int directory = bytes.getInt(zip.length - 22 + 16);
        bytes.putInt(directory + 24, size);
    }

    @Test
    default void aDownloadThatTakesAWhileSaysSoKeepsTheTimeLimitAndCanBeStopped() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        browser.eval(
                "localStorage.setItem('asyfleet.timeout', '3000'); window.sent = [];"
                        + " { const send = WebSocket.prototype.send; WebSocket.prototype.send ="
                        + " function (data) { if (`${data}`.startsWith('options')) sent.push(data); send.call(this, data); }; 0 }");
        CompletableFuture<HttpResponse<String>> other = fleet().render("while(true) {}", 30_000);
        fleet().awaitActive(1);
        page().choose("#download", "PDF");
        page().awaitToast("^Making rose.pdf…");
        assertEquals(
                "options {\"format\":\"pdf\",\"timeout\":3000}",
                browser.eval("sent.join()").asString());
        browser.click("#toast button");
        page().awaitToast("^Stopped$");
        other.cancel(true);
        fleet().awaitActive(0);
    }

    @Test
    default void aFigureMayHaveSeveralFilesAndAnErrorLeadsToItsFile() {
        Browser browser = page().browser;
        page().retype("import helper; size(60,60); part();");
        page().choose("#add-file", "New source");
        browser.awaitTrue("document.querySelectorAll('#tabs button').length === 2");
        page().retype("void part() { fill(unitsquare); }");
        page().awaitWidth(80);
        page().choose("#share", "Copy link");
        browser.awaitTrue("navigator.clipboard.readText().then(text => text.includes('#p.'))");
        String link = browser.eval("navigator.clipboard.readText()").asString();
        String picture = link.replace("#", "asymptote/svg/");
        assertTrue(browser.eval("fetch('" + picture + "').then(r => r.text())")
                .asString()
                .contains("<svg"));
        page().choose("#work", "New figure");
        browser.awaitTrue("document.querySelectorAll('#tabs button').length === 1");
        browser.go("about:blank");
        page().go(link);
        page().awaitWidth(80);
        assertEquals(
                "main.asy \u25b8, helper.asy",
                browser.eval("[...document.querySelectorAll('#tabs button')].map(b => b.innerText).join(', ')")
                        .asString());
        browser.eval("document.querySelectorAll('#tabs button')[1].click()");

        page().retype("void part() { fill(unitsqare); }");
        page().awaitStatus("^error in line 1$");
        browser.eval("document.querySelector('#tabs button').click()");
        browser.click("#pill-text");
        assertEquals("helper.asy", browser.text("#tabs [aria-selected=true]"));
        page().choose("#file-menu", "Remove");
        browser.awaitTrue("document.querySelectorAll('#tabs button').length === 1");
    }

    @Test
    default void aFileIsRenamedAndAnotherOneIsRun() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        page().choose("#add-file", "New source");
        page().retype("size(75,75); fill(unitsquare);");
        browser.eval("document.querySelector('#tabs [aria-selected=true]').focus()");
        browser.press("F2");
        browser.awaitTrue("document.activeElement.name === 'name'");
        browser.type("main.asy");
        assertEquals(
                "There is a main.asy already",
                browser.eval("document.activeElement.validationMessage").asString());
        browser.eval("document.activeElement.select()");
        browser.type("other.asy");
        browser.click("dialog button[type=submit]");
        browser.awaitTrue("document.querySelector('#tabs [aria-selected=true]').innerText === 'other.asy'");

        page().choose("#file-menu", "Run this file");
        page().awaitWidth(100);
        assertTrue(browser.text("#tabs .main").startsWith("other.asy"));
        browser.reload();
        page().awaitWidth(100);
    }

    @Test
    default void anUnchangedFileIsSentAgainOnlyIfTheFleetHasForgottenIt() {
        Browser browser = page().browser;
        page().retype("import helper; part(60);");
        page().choose("#add-file", "New source");
        page().retype("void part(real s) { size(s,s); fill(unitsquare); }\n" + "// a long remark\n".repeat(40));
        page().awaitWidth(80);
        browser.eval("{ window.sent = []; const send = WebSocket.prototype.send; WebSocket.prototype.send ="
                + " function (data) { if (`${data}`.includes('helper.asy')) sent.push(data.includes('restore'));"
                + " send.call(this, data); }; 0 }");
        browser.eval("document.querySelector('#tabs button').click()");
        page().retype("import helper; part(75);");
        page().awaitWidth(100);
        assertEquals("[true]", browser.eval("JSON.stringify(sent)").asString());

        RedisFixture redis = fleet().redis;
        redis.keys().stream().filter(key -> key.contains(RedisKeys.FILE)).forEach(redis::remove);
        page().retype("import helper; part(90);");
        page().awaitWidth(120);
        assertEquals("[true,true,false]", browser.eval("JSON.stringify(sent)").asString());
    }

    @Test
    default void aLinkThatProgramsMayCutIsWarnedOf() {
        Browser browser = page().browser;
        // The figure alone has fewer than 8000 letters, the whole address has more.
        page().retype(browser.eval("import('" + fleet().url() + "client/asyfleet.js').then(async module => {"
                        + " let text = 'size(60,60); fill(unitsquare); // ', seed = 1;"
                        + " const add = count => { for (let i = 0; i < count; i++) { seed = (seed * 16807) % 2147483647;"
                        + " text += String.fromCharCode(97 + seed % 26); } };"
                        + " for (add(8000); (await module.encodeSource(text)).length < 7980; add(5)); return text; })")
                .asString());
        page().choose("#share", "Copy link");
        page().awaitToast("^Copied. This link has 8 KB; some programs cut links over 8 KB");
        assertTrue(browser.eval("navigator.clipboard.readText().then(link => link.split('#')[1].length < 8000)")
                .asBoolean());
        page().retype("size(60,60); fill(unitsquare);");
        page().choose("#share", "Copy link");
        page().awaitToast("^Copied$");
    }

    @Test
    default void theFigureCanBeTakenAwayInEveryFormatAndForEveryText() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        browser.eval("{ const make = URL.createObjectURL.bind(URL); URL.createObjectURL = blob => {"
                + " window.saved = blob; return make(blob); }; 0 }");
        for (String[] format : new String[][] {
            {"SVG", "<"}, {"HTML", "<!DOCTYPE html>"}, {"EPS", "%!PS-"}, {"4", "\u0089PNG"}, {"PDF", "%PDF-"}
        }) {
            browser.eval("window.saved = null");
            page().choose("#download", format[0]);
            browser.awaitTrue("window.saved");
            String bytes = new String(saved(browser), StandardCharsets.ISO_8859_1);
            assertTrue(bytes.startsWith(format[1]), format[0] + ": " + bytes.substring(0, 10));
        }
        browser.eval("window.saved = null");
        browser.pressControl("s");
        browser.awaitTrue("window.saved?.type === 'application/pdf'");
        copies("Copy picture link", "^http.*/asymptote/svg/[\\w-]+$");
        copies("Copy <img>", "^<img src=\".*/asymptote/svg/[\\w-]+\" alt=\"rose\">$");
        copies("Copy Markdown", "^!\\[rose\\]\\(http.*/asymptote/svg/[\\w-]+\\)$");
        copies("Copy LaTeX", "begin\\{asy\\}\\nsize\\(60,60\\);");
        copies("Copy SVG", "^<\\?xml|^<svg");
    }

    @Test
    default void aPngHasSoManyPixelsForEachPointAsItsScaleSays() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        browser.eval("{ const make = URL.createObjectURL.bind(URL); URL.createObjectURL = blob => {"
                + " if (blob.type === 'image/png') window.saved = blob; return make(blob); }; 0 }");
        for (int scale = 1; scale <= 4; scale++) {
            browser.eval("window.saved = null");
            page().choose("#download", scale + "\u00d7");
            browser.awaitTrue("window.saved");
            assertEquals(
                    60 * scale,
                    browser.eval("createImageBitmap(window.saved).then(image => image.width)")
                            .asInt());
        }
    }

    @Test
    default void ofSeveralPicturesTheOneThatIsSeenIsCopied() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare); shipout(\"a\"); erase();"
                + " size(90,90); fill(unitsquare); shipout(\"b\"); erase(); size(75,75); fill(unitsquare);");
        page().awaitWidth(100);
        browser.eval("document.querySelectorAll('#pictures button')[1].click()");
        page().awaitWidth(120);
        copies("Copy SVG", "<svg [^>]*width='90");
    }

    @Test
    default void theTabOfTheShownFileIsInView() {
        Browser browser = page().browser;
        for (int i = 0; i < 9; i++) {
            page().choose("#add-file", "New source");
        }
        browser.awaitTrue("document.querySelectorAll('#tabs button').length === 10");
        String inView = "{ const box = part => document.querySelector(part).getBoundingClientRect();"
                + " box('#tabs [aria-selected=true]').left >= box('#tabs').left - 1"
                + " && box('#tabs [aria-selected=true]').right <= box('#tabs').right + 1 }";
        assertTrue(browser.eval(inView).asBoolean());
        browser.eval("document.querySelector('#tabs [aria-selected=true]').focus()");
        browser.press("Home");
        assertEquals("main.asy", browser.text("#tabs [aria-selected=true]").substring(0, 8));
        assertTrue(browser.eval(inView).asBoolean());
    }

    @Test
    default void whoeverDragsFilesOverThePageSeesThatTheyMayBeDropped() {
        Browser browser = page().browser;
        String over = "{ const dragged = new DataTransfer(); dragged.items.add(new File(['1'], 'a.csv'));"
                + " document.body.dispatchEvent(new DragEvent('%s', {dataTransfer: dragged, bubbles: true, cancelable: true})); 0 }";
        browser.eval(over.formatted("dragover"));
        assertEquals("Let go to add these files", browser.text("#drop"));
        browser.eval(over.formatted("dragleave"));
        assertTrue(browser.eval("document.querySelector('#drop').hidden").asBoolean());
    }

    @Test
    default void aNewVisitorMayBeginWithAnExampleBelowTheSource() throws IOException {
        Browser browser = page().browser;
        browser.awaitTrue("document.querySelectorAll('#strip .card img').length === 12");
        browser.awaitTrue("document.querySelector('#strip img').naturalWidth > 100");
        assertEquals(List.of(), page().violations());
        browser.eval("[...document.querySelectorAll('#strip .card')].find(c => c.innerText === 'Lens').click()");
        browser.awaitTrue("document.querySelector('#title').innerText === 'lens'");
        assertTrue(browser.eval("document.querySelector('#strip').checkVisibility()")
                .asBoolean());

        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        assertTrue(browser.eval("document.querySelector('#strip').hidden").asBoolean());
        browser.reload();
        page().awaitWidth(80);
        assertTrue(browser.eval("document.querySelector('#strip').hidden").asBoolean());
    }

    private void copies(String item, String pattern) {
        Browser browser = page().browser;
        page().choose("#share", item);
        browser.awaitTrue(
                "navigator.clipboard.readText().then(text => /" + pattern.replace("/", "\\/") + "/.test(text))");
    }

    @Test
    default void thePictureCanBeCopiedAsAnImage() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        page().choose("#share", "Copy image");
        browser.awaitTrue("document.querySelector('#toast').innerText === 'Copied'");
        assertEquals(
                120,
                browser.eval("navigator.clipboard.read().then(([item]) => item.getType('image/png'))"
                                + ".then(createImageBitmap).then(image => image.width)")
                        .asInt());
    }

    private static void drop(Browser browser, String name, byte[] contents) {
        browser.eval(
                "{ const bytes = Uint8Array.from(atob('"
                        + Base64.getEncoder().encodeToString(contents) + "'), c => c.charCodeAt(0));"
                        + " const dropped = new DataTransfer(); dropped.items.add(new File([bytes], '" + name + "'));"
                        + " document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: dropped, bubbles: true, cancelable: true})); 0 }");
    }

    private static byte[] saved(Browser browser) {
        return Base64.getDecoder()
                .decode(browser.eval("window.saved.arrayBuffer()"
                                + ".then(b => btoa(String.fromCharCode(...new Uint8Array(b))))")
                        .asString());
    }

    private static byte[] zip(String folder, Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(folder + file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    private static Map<String, String> unzip(byte[] bytes) throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }
}

package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

/** The promises of the page about files, former work and pictures to take away. */
interface WorkOnPage {

    EditorPage page();

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
    }

    @Test
    default void formerWorkIsInTheHistoryWithItsPicture() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare); // before");
        page().awaitWidth(80);
        page().choose("#work", "New figure");
        browser.awaitTrue("document.querySelector('#title').innerText === 'untitled'");
        page().awaitStatus(" · svg");
        page().choose("#work", "History");
        String card = "[...document.querySelectorAll('.card')].find(c => c.innerText.startsWith('rose, '))";
        browser.awaitTrue(card + ".querySelector('img').naturalWidth === 80");
        browser.eval(card + ".click()");

        page().awaitWidth(80);
        assertTrue(page().source().endsWith("// before"), page().source());
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

    @Test
    default void twoFingersZoomThePictureAndItStaysThereWhenTheFigureChanges() {
        Browser browser = page().browser;
        page().retype("size(60,60); fill(unitsquare);");
        page().awaitWidth(80);
        int before = zoom(browser);
        int x = browser.eval("Math.round(document.querySelector('#stage').getBoundingClientRect().left + 300)")
                .asInt();
        browser.touch("touchStart", new int[][] {{x, 300}, {x + 100, 300}});
        browser.touch("touchMove", new int[][] {{x - 50, 300}, {x + 150, 300}});
        browser.touch("touchEnd", new int[][] {});
        int after = zoom(browser);
        assertEquals(2.0, (double) after / before, 0.1);

        page().retype("size(75,75); fill(unitsquare);");
        page().awaitWidth(100);
        assertEquals(after, zoom(browser));
        browser.click("#fit");
        assertEquals(
                "true",
                browser.eval("document.querySelector('#fit').getAttribute('aria-pressed')")
                        .asString());
    }

    private static int zoom(Browser browser) {
        return Integer.parseInt(browser.text("#zoom").replaceAll("\\D", ""));
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

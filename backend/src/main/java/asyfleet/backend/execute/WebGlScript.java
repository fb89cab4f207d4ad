package asyfleet.backend.execute;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The script of Asymptote that draws solids in a page. It looks into the page around its frame, to share one drawing
 * context with the other figures there. In a frame that must not look out, as under our own Content-Security-Policy, it
 * fails and draws nothing. So each page gets a changed one: where it may not look out, its figure stands alone.
 *
 * <p>Only the text of the installed script is changed, so nothing that a program writes into its page is touched. A page
 * that does not hold it stays as it is.
 *
 * @param installed as it is in the pages that Asymptote writes; empty if there is none
 * @param changed takes its place
 */
record WebGlScript(String installed, String changed) {

    private static final Path FILE = Path.of("/usr/share/asymptote/webgl/asygl.js");

    /** It is near the beginning of a page, and pages can be large. */
    private static final int MOST_BEFORE = 64 << 10;

    private static final String LOOK_AROUND = """
            /* Changed by Asyfleet: a frame that must not see the page around it is drawn as a page of its own. */
            const asyAround=name=>{try{return window[name].document&&window[name]}catch{return window}},\
            asyTop=asyAround("top"),asyParent=asyAround("parent");
            """;

    /** That of this machine. */
    static final WebGlScript OURS = read();

    private static WebGlScript read() {
        try {
            return of(Files.readString(FILE, StandardCharsets.ISO_8859_1));
        } catch (IOException notInstalled) {
            return of("");
        }
    }

    static WebGlScript of(String installed) {
        String inside = installed.replace("window.top.", "asyTop.").replace("window.parent.", "asyParent.");
        return new WebGlScript(installed, inside.equals(installed) ? installed : LOOK_AROUND + inside);
    }

    byte[] changedIn(byte[] page) {
        // Every byte is a character in Latin-1.
        int searched = Math.min(page.length, MOST_BEFORE + installed.length());
        int start = new String(page, 0, searched, StandardCharsets.ISO_8859_1).indexOf(installed);
        if (start < 0 || installed.equals(changed)) {
            return page;
        }
        byte[] script = changed.getBytes(StandardCharsets.ISO_8859_1);
        int rest = start + installed.length();
        ByteBuffer whole = ByteBuffer.allocate(page.length - installed.length() + script.length);
        return whole.put(page, 0, start)
                .put(script)
                .put(page, rest, page.length - rest)
                .array();
    }
}

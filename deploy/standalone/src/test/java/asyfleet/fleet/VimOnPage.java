package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.browser.Browser;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The promises of the page about vim keys. A line of a test is a text with the cursor at its beginning, the keys, and the
 * text after them; {@code |} stands before the cursor. What is typed in insert mode or into a question is in ‹›.
 */
interface VimOnPage {

    Pattern KEY = Pattern.compile("‹([^›]*)›|<(Esc|CR|C-[a-z])>|(.)");

    /** The text of the editor with a mark before the cursor. */
    String SHOWN =
            "[...document.querySelectorAll('.cm-line')].map(line => { const cursor = line.querySelector('.vim-cursor');"
                    + " if (!cursor) return line.textContent; const before = document.createRange(); before.selectNodeContents(line);"
                    + " before.setEndBefore(cursor); const at = before.toString().length;"
                    + " const text = cursor.matches('.vim-end') ? before.toString() : line.textContent;"
                    + " return text.slice(0, at) + '|' + text.slice(at); }).join('\\n')";

    BrowsedFleet fleet();

    private EditorPage page() {
        return fleet().page;
    }

    @Test
    default void inVimMotionsGoWhereVimGoes() {
        check(
                "one two three → 2w → one two |three",
                "one two → w0 → |one two",
                "a\nb\nc → G → a\nb\n|c",
                "  ab → ^ →   |ab",
                "ab → $ → a|b",
                "a,b,c,d → f,;;, → a,b|,c,d",
                "a.b,c → t, → a.|b,c",
                "f(a, b); → % → f(a, b|);",
                "one two → wb → |one two",
                "one two → e → on|e two",
                "a\nb\n\nc → } → a\nb\n|\nc",
                "a\nb → jk → |a\nb");
    }

    @Test
    default void inVimOperatorsTakeCountsAndMotions() {
        check(
                "one two three → dw → |two three",
                "one two three → d2w → |three",
                "one two three → 2dw → |three",
                "one two three → cw‹x›<Esc> → |x two three",
                "a\nb\nc → 2dd → |c",
                "a\nb\nc → ddp → b\n|a\nc",
                "a\nb\n\nc → d} → |\nc",
                "one → yiwA‹ ›<Esc>p → one on|e",
                "a\nb → >j →   |a\n  b",
                "ab cd → gUiw → |AB cd",
                "a → gcc → |// a",
                "a b → wD → a| ");
    }

    @Test
    default void inVimTextObjectsAreKnown() {
        check(
                "draw((0,0), red); → f(ci(‹x›<Esc> → draw(|x);",
                "draw((0,0), red); → 2f(da( → draw(|, red);",
                "say \"a b\" c → fadi\" → say \"|\" c",
                "one two → daw → |two",
                "one two → wdaw → on|e",
                "if (x) { y; } → fydiB → if (x) {|}",
                "a[b[0]] → 2f[di[ → a[b[|]]",
                "a\n\nb\nc → Gdip → a\n|");
    }

    @Test
    default void inVimADotRepeatsTheLastChange() {
        check(
                "one two three → dw. → |three",
                "one two three → cw‹x›<Esc>w. → x |x three",
                "a → A‹b›<Esc>. → ab|b",
                "a\nb\nc\nd\ne → j2dd. → |a",
                "abcdef → vld. → |ef",
                "a\nb → A‹;›<Esc>j. → a;\nb|;",
                "a a a → x2. → | a");
    }

    @Test
    default void inVimVisualModeSelectsWhatOperatorsTake() {
        check(
                "a b c → vwd → | c",
                "a\nb\nc → Vjd → |c",
                "ab cd → viwd → | cd",
                "abcd → lvlrx → a|xxd",
                "a b → ylwvp → a |a",
                "abc → vlU → |ABc",
                "a\nb\nc → Vjy$p → a\n|a\nb\nb\nc");
    }

    @Test
    default void inVimSearchesAndCommandsAfterAColonWork() {
        check(
                "foo bar foo → /‹foo›<CR> → foo bar |foo",
                "foo bar foo → * → foo bar |foo",
                "foo bar baz → d/‹baz›<CR> → |baz",
                "foo bar foo → ?‹bar›<CR> → foo |bar foo",
                "a b a b → /‹b›<CR>n → a b a |b",
                "a a\na a → :‹%s/a/b/g›<CR> → |b b\nb b",
                "a\nb\nc → :‹3›<CR> → a\nb\n|c",
                "a\nb\nc → :‹1,2d›<CR> → |c");
    }

    @Test
    default void inVimChangesAreUndoneByCommandsAndNumbersCount() {
        check(
                "abc → xxuu<C-r> → |bc",
                "a → A‹bcd›<Esc>u → |a",
                "a b → x\"ayw\"ap →  | b",
                "x = 9; → <C-a> → x = 1|0;",
                "x = 0.25; → 5<C-a> → x = 0.3|0;",
                "x = 1; → 3<C-x> → x = -|2;",
                "a\n  b → J → a| b",
                "a → 3i‹x›<Esc> → xx|xa",
                "  a → O‹b›<Esc> →   |b\n  a",
                "abc → rx → |xbc");
    }

    @Test
    default void vimKeysAreLoadedOnDemandAndWriteRenders() {
        Browser browser = page().browser;
        int before = loaded(browser);
        start(browser);
        assertTrue(loaded(browser) > before + 1, "the list of commands and the keys are modules of their own");
        press(browser, "ggVGs‹size(75,75); fill(unitsquare);›<Esc>");
        press(browser, ":‹w›<CR>");
        page().awaitWidth(100);
        press(browser, ":‹nothing›<CR>");
        browser.awaitTrue("document.querySelector('.vim-told').innerText === 'There is no :nothing here'");
        browser.press("Tab");
        assertEquals("render", browser.eval("document.activeElement.id").asString());

        browser.reload();
        browser.awaitTrue("document.querySelector('.cm-editor[data-vim=normal]')");
        page().command("vim keys");
        browser.awaitTrue("!document.querySelector('.cm-editor[data-vim]')");
        page().retype("size(60,60); fill(unitsquare);");
        browser.click("#render");
        page().awaitWidth(80);
    }

    private static int loaded(Browser browser) {
        return browser.eval("performance.getEntriesByType('resource').filter(e => /chunk-/.test(e.name)).length")
                .asInt();
    }

    private void check(String... lines) {
        Browser browser = page().browser;
        start(browser);
        for (String line : lines) {
            String[] parts = line.split(" → ");
            press(browser, "<Esc><Esc>ggdGi‹" + parts[0] + "›<Esc>gg0" + parts[1]);
            assertEquals(parts[2], browser.eval(SHOWN).asString(), line);
        }
    }

    private void start(Browser browser) {
        browser.click("#live");
        page().command("vim keys");
        browser.awaitTrue("document.querySelector('.cm-editor[data-vim=normal]')");
        browser.eval("document.querySelector('.cm-content').focus()");
    }

    private static void press(Browser browser, String keys) {
        KEY.matcher(keys).results().forEach(key -> press(browser, key));
    }

    private static void press(Browser browser, MatchResult key) {
        if (key.group(1) != null) {
            browser.type(key.group(1));
        } else if (key.group(2) == null) {
            browser.press(key.group(3));
        } else if (key.group(2).startsWith("C-")) {
            browser.pressControl(key.group(2).substring(2));
        } else {
            browser.press(key.group(2).equals("CR") ? "Enter" : "Escape");
        }
    }
}

package asyfleet.lab.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.stream.Collectors;

/**
 * The frame around the contents of each page: its head, the search, the list of all pages, the list of its own headings, the
 * links to the page before and after.
 *
 * @param html with {@code {{name}}} where something is filled in
 * @param style of all pages
 * @param script of all pages: the search
 */
record SiteFrame(String html, String style, String script) {

    /** A page with fewer headings is seen at a glance. */
    private static final int HEADINGS_OF_A_LONG_PAGE = 4;

    /**
     * A line of the list of pages.
     *
     * @param page where it leads, from the root of the site; empty for a heading
     */
    record Entry(String title, String page) {}

    static SiteFrame load() {
        return new SiteFrame(resource("/docs/page.html"), resource("/docs/site.css"), resource("/docs/site.js"));
    }

    private static String resource(String name) {
        try (InputStream in = SiteFrame.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param up the way from the page to the root of the site: empty, or some {@code ../} */
    String page(Document document, String page, String up, List<Entry> entries) {
        String list = entries.stream().map(entry -> line(entry, page, up)).collect(Collectors.joining("\n"));
        return html.replace("{{title}}", escape(document.title()))
                .replace("{{up}}", up)
                .replace("{{list}}", list)
                .replace("{{ways}}", ways(page, up, entries))
                .replace(
                        "{{contents}}",
                        scrollable(document.html())
                                .replaceFirst("</h1>", Matcher.quoteReplacement("</h1>\n" + outline(document))));
    }

    private static String line(Entry entry, String page, String up) {
        if (entry.page().isEmpty()) {
            return "<h2>" + escape(entry.title()) + "</h2>";
        }
        String here = entry.page().equals(page) ? " aria-current=\"page\"" : "";
        return "<a href=\"" + up + entry.page() + "\"" + here + ">" + escape(entry.title()) + "</a>";
    }

    private static String outline(Document document) {
        List<Document.Section> headings = document.sections().stream()
                .filter(section -> section.level() == 2)
                .toList();
        if (headings.size() < HEADINGS_OF_A_LONG_PAGE) {
            return "";
        }
        return headings.stream()
                .map(section -> "<a href=\"#" + section.anchor() + "\">" + escape(section.title()) + "</a>")
                .collect(Collectors.joining(
                        "\n",
                        "<nav class=\"outline\" aria-label=\"On this page\"><h2>On this page</h2>\n",
                        "\n</nav>"));
    }

    private static String ways(String page, String up, List<Entry> entries) {
        List<Entry> pages =
                entries.stream().filter(entry -> !entry.page().isEmpty()).toList();
        int at = pages.stream().map(Entry::page).toList().indexOf(page);
        String before = at > 0 ? way("prev", pages.get(at - 1), up, "← ") : "";
        boolean isLast = at + 1 >= pages.size();
        return before + (isLast ? "" : way("next", pages.get(at + 1), up, ""));
    }

    private static String way(String kind, Entry entry, String up, String sign) {
        String arrow = sign.isEmpty() ? " →" : "";
        return "<a rel=\"" + kind + "\" href=\"" + up + entry.page() + "\">" + sign + escape(entry.title()) + arrow
                + "</a>";
    }

    /** A wide table scrolls by itself, not with the page. */
    private static String scrollable(String contents) {
        return contents.replace("<table>", "<div class=\"wide\" tabindex=\"0\"><table>")
                .replace("</table>", "</table></div>");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}

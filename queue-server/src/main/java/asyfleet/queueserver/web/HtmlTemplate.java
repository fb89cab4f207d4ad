package asyfleet.queueserver.web;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HTML page with places to fill in, each a comment with a name: {@code <!--source-->}. All places are filled in one
 * pass, so nothing that a user wrote is ever taken for a place.
 */
record HtmlTemplate(String text) {

    private static final Pattern PLACE = Pattern.compile("<!--([a-z]+)-->");

    /** @param contents HTML by the name of its place; a place without contents stays as it is */
    String filled(Map<String, String> contents) {
        return PLACE.matcher(text)
                .replaceAll(place -> Matcher.quoteReplacement(contents.getOrDefault(place.group(1), place.group())));
    }

    /** Text as HTML shows it, also in attributes. */
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}

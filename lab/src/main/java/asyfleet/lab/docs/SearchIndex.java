package asyfleet.lab.docs;

import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;

/**
 * The text that the search of the site looks through: a script that sets {@code sections} to a list of all sections. It is a
 * script and not JSON, because a page that was opened as a file can load scripts only.
 */
final class SearchIndex {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private SearchIndex() {}

    /**
     * One section.
     *
     * @param page where it is, from the root of the site, with its anchor
     * @param of the title of the document
     */
    record Entry(String page, String of, String title, String text) {}

    /** @param pageOf from the path of a document to its page in the site */
    static String script(Collection<Document> documents, UnaryOperator<String> pageOf) {
        List<Entry> entries = documents.stream()
                .flatMap(document -> document.sections().stream()
                        .map(section -> new Entry(
                                pageOf.apply(document.path()) + "#" + section.anchor(),
                                document.title(),
                                section.title(),
                                section.text())))
                .toList();
        return "sections = " + JSON.writeValueAsString(entries) + ";\n";
    }
}

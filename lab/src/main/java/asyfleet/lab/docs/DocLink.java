package asyfleet.lab.docs;

import java.nio.file.Path;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * The target of a link or a picture of a document.
 *
 * @param path in the checkout; empty for a place in the same document
 * @param anchor a heading there; empty for the whole
 */
record DocLink(String path, String anchor) {

    static String destination(Node node) {
        return node instanceof Link link ? link.getDestination() : ((Image) node).getDestination();
    }

    static boolean isOutside(String destination) {
        return destination.contains("://") || destination.startsWith("mailto:");
    }

    static DocLink of(Document from, String destination) {
        String[] parts = destination.split("#", 2);
        Path folder = Path.of(from.path()).getParent();
        Path target = folder == null ? Path.of(parts[0]) : folder.resolve(parts[0]);
        String path = parts[0].isEmpty() ? from.path() : target.normalize().toString();
        return new DocLink(path, parts.length > 1 ? parts[1] : "");
    }
}

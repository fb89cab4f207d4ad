package asyfleet.lab.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.node.BulletList;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * The documents of a checkout as a web site. {@code docs/index.md} is its first page, and the links in it are the list at the
 * side of every page. Files that documents link to and that are no documents are copied, so that every link has a target.
 */
final class DocsSite {

    /** Documents beside the folder docs; they get their own folder, because names there differ in case only. */
    private static final List<String> BESIDE = List.of("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md");

    /** The depth of documents; a file that lies deeper is an example for another program. */
    private static final int DEEPEST = 2;

    private static final String INDEX = "docs/index.md";

    private final Path root;
    private final Map<String, Document> documents = new TreeMap<>();
    private final SiteFrame frame;

    private DocsSite(Path root) {
        this.root = root;
        this.frame = SiteFrame.load();
    }

    /** @param root the checkout */
    static DocsSite read(Path root) throws IOException {
        DocsSite site = new DocsSite(root);
        try (Stream<Path> found = Files.walk(root.resolve("docs"), DEEPEST)) {
            found.filter(file -> file.toString().endsWith(".md")).forEach(site::add);
        }
        BESIDE.stream().map(root::resolve).filter(Files::exists).forEach(site::add);
        if (!site.documents.containsKey(INDEX)) {
            throw new IOException("no " + INDEX + " in " + root + "; expected the first page of the site");
        }
        return site;
    }

    private void add(Path file) {
        try {
            String path = root.relativize(file).toString();
            documents.put(path, Document.parse(path, Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int size() {
        return documents.size();
    }

    /** Each as {@code document: link}, whose file or heading is missing. */
    List<String> brokenLinks() {
        List<String> broken = new ArrayList<>();
        for (Document document : documents.values()) {
            for (Node node : document.references()) {
                String destination = DocLink.destination(node);
                if (!DocLink.isOutside(destination) && !leads(DocLink.of(document, destination))) {
                    broken.add(document.path() + ": " + destination);
                }
            }
        }
        return broken;
    }

    private boolean leads(DocLink to) {
        Document document = documents.get(to.path());
        return document != null
                ? to.anchor().isEmpty() || document.hasAnchor(to.anchor())
                : Files.exists(root.resolve(to.path()));
    }

    void write(Path to) throws IOException {
        delete(to);
        List<SiteFrame.Entry> entries = entries();
        for (Document document : documents.values()) {
            rewriteLinks(document, to);
            Path page = to.resolve(pageOf(document.path()));
            Files.createDirectories(page.getParent());
            String up = "../".repeat(Path.of(pageOf(document.path())).getNameCount() - 1);
            Files.writeString(page, frame.page(document, pageOf(document.path()), up, entries));
        }
        Files.writeString(to.resolve("site.css"), frame.style());
        Files.writeString(to.resolve("site.js"), frame.script());
        Files.writeString(to.resolve("sections.js"), SearchIndex.script(documents.values(), DocsSite::pageOf));
    }

    /** The headings and links of the first page, in order, and behind them all documents that it does not name. */
    private List<SiteFrame.Entry> entries() {
        List<SiteFrame.Entry> entries = named();
        Set<String> named = entries.stream().map(SiteFrame.Entry::page).collect(Collectors.toSet());
        List<SiteFrame.Entry> others = documents.values().stream()
                .filter(document -> !document.path().equals(INDEX) && !named.contains(pageOf(document.path())))
                .map(document -> new SiteFrame.Entry(document.title(), pageOf(document.path())))
                .toList();
        if (!others.isEmpty()) {
            entries.add(new SiteFrame.Entry("More", ""));
            entries.addAll(others);
        }
        return entries;
    }

    private List<SiteFrame.Entry> named() {
        List<SiteFrame.Entry> entries = new ArrayList<>();
        Document index = documents.get(INDEX);
        for (Node block = index.tree().getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof Heading heading && heading.getLevel() == 2) {
                entries.add(new SiteFrame.Entry(Document.plain(heading), ""));
            }
            boolean isList = block instanceof BulletList;
            for (Node node : isList ? Document.references(block) : List.<Node>of()) {
                DocLink link = DocLink.of(index, DocLink.destination(node));
                if (documents.containsKey(link.path())) {
                    entries.add(new SiteFrame.Entry(Document.plain(node), pageOf(link.path())));
                }
            }
        }
        return entries;
    }

    private static String pageOf(String path) {
        String inSite = path.startsWith("docs/") ? path.substring("docs/".length()) : "project/" + path;
        return inSite.replaceFirst("\\.md$", ".html");
    }

    private void rewriteLinks(Document document, Path to) throws IOException {
        for (Node node : document.references()) {
            String destination = DocLink.destination(node);
            if (DocLink.isOutside(destination) || destination.startsWith("#")) {
                continue;
            }
            DocLink target = DocLink.of(document, destination);
            boolean known = documents.containsKey(target.path());
            String page = known ? pageOf(target.path()) : copy(target.path(), to);
            Path folder = Path.of(pageOf(document.path())).getParent();
            String link = (folder == null ? Path.of(page) : folder.relativize(Path.of(page))).toString()
                    + (target.anchor().isEmpty() ? "" : "#" + target.anchor());
            if (node instanceof Link found) {
                found.setDestination(link);
            } else {
                ((Image) node).setDestination(link);
            }
        }
    }

    /** A picture or an example stays what it is, a source is shown as text. A folder has no page: its link stays where it is. */
    private String copy(String path, Path to) throws IOException {
        Path file = root.resolve(path);
        String copy = path.startsWith("docs/") ? path.substring("docs/".length()) : "source/" + path + ".txt";
        if (!Files.isRegularFile(file)) {
            return "index.html";
        }
        Files.createDirectories(to.resolve(copy).getParent());
        Files.copy(file, to.resolve(copy), StandardCopyOption.REPLACE_EXISTING);
        return copy;
    }

    /** Removes only what looks like a site, so that a slip of the hand deletes nothing else. */
    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> found = Files.walk(directory)) {
            List<Path> all = found.sorted(Comparator.reverseOrder()).toList();
            if (all.size() > 1 && !Files.exists(directory.resolve("site.css"))) {
                throw new IOException(directory + " is no site and not empty; expected an empty or a new directory");
            }
            for (Path path : all) {
                Files.delete(path);
            }
        }
    }
}

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
 * side of every page. Files that documents link to and that are no documents are copied, and a folder gets a page with the
 * list of its files, so that every link has a target.
 */
final class DocsSite {

    /** Documents beside the folder docs; they get their own folder, because names there differ in case only. */
    private static final List<String> BESIDE = List.of("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md");

    /** The depth of documents; a file that lies deeper is an example for another program. */
    private static final int DEEPEST = 2;

    private static final String INDEX = "docs/index.md";

    /** It is no page of the site, which has its own first page; but its links are checked like those of the others. */
    private static final String README = "README.md";

    private final Path root;
    private final Map<String, Document> documents = new TreeMap<>();

    /** The folders that documents link to, each with the list of its files in place of a document. */
    private final Map<String, Document> folders = new TreeMap<>();

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
        site.addFolders();
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

    private void addFolders() throws IOException {
        for (Document document : documents.values()) {
            for (Node node : document.references()) {
                String destination = DocLink.destination(node);
                String path = DocLink.isOutside(destination)
                        ? ""
                        : DocLink.of(document, destination).path();
                if (!path.isEmpty() && Files.isDirectory(root.resolve(path))) {
                    folders.put(path, folder(path));
                }
            }
        }
    }

    private Document folder(String path) throws IOException {
        try (Stream<Path> files = Files.list(root.resolve(path))) {
            return Document.parse(
                    path + "/index.md",
                    files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString())
                            .sorted()
                            .map(name -> "- [" + name + "](" + name + ")\n")
                            .collect(Collectors.joining("", "# " + path + "\n\nThe files of this folder:\n\n", "")));
        }
    }

    int size() {
        return documents.size();
    }

    /** Each as {@code document: link}, whose file or heading is missing. */
    List<String> brokenLinks() throws IOException {
        List<String> broken = new ArrayList<>();
        List<Document> all = new ArrayList<>(documents.values());
        if (Files.exists(root.resolve(README))) {
            all.add(Document.parse(README, Files.readString(root.resolve(README))));
        }
        for (Document document : all) {
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
            writePage(document, to, entries);
        }
        for (Document folder : folders.values()) {
            writePage(folder, to, entries);
        }
        Files.writeString(to.resolve("site.css"), frame.style());
        Files.writeString(to.resolve("site.js"), frame.script());
        Files.writeString(to.resolve("sections.js"), SearchIndex.script(documents.values(), DocsSite::pageOf));
    }

    private void writePage(Document document, Path to, List<SiteFrame.Entry> entries) throws IOException {
        rewriteLinks(document, to);
        Path page = to.resolve(pageOf(document.path()));
        Files.createDirectories(page.getParent());
        String up = "../".repeat(Path.of(pageOf(document.path())).getNameCount() - 1);
        Files.writeString(page, frame.page(document, pageOf(document.path()), up, entries));
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
            String page = page(target.path(), to);
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

    private String page(String path, Path to) throws IOException {
        if (documents.containsKey(path)) {
            return pageOf(path);
        }
        Path file = root.resolve(path);
        if (Files.isRegularFile(file)) {
            return copy(path, file, to);
        }
        return folders.containsKey(path) ? pageOf(folders.get(path).path()) : "index.html"; // the README's, for example
    }

    /** A picture or an example stays what it is, a source is shown as text. */
    private static String copy(String path, Path file, Path to) throws IOException {
        String copy = path.startsWith("docs/") ? path.substring("docs/".length()) : "source/" + path + ".txt";
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

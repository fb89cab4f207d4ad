package asyfleet.lab.docs;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * One document.
 *
 * @param path in the checkout, such as {@code docs/web.md}
 * @param sections in order; the first one is the whole page's, if the document begins with its title
 * @param tree its contents; links in it are changed once, when the page is written
 */
record Document(String path, List<Section> sections, Node tree) {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());

    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER =
            HtmlRenderer.builder().extensions(EXTENSIONS).build();

    /**
     * A heading, and the text from there to the next heading.
     *
     * @param title the heading as plain text
     * @param anchor the name of the heading, as links use it
     * @param level 1 for the title of the document
     */
    record Section(String title, String anchor, int level, String text) {}

    static Document parse(String path, String markdown) {
        Node tree = PARSER.parse(markdown);
        IdGenerator ids = IdGenerator.builder().build();
        List<Section> sections = new ArrayList<>();
        for (Node block = tree.getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof Heading heading) {
                String title = plain(heading);
                sections.add(new Section(title, ids.generateId(title), heading.getLevel(), textBelow(heading)));
            }
        }
        return new Document(path, List.copyOf(sections), tree);
    }

    private static String textBelow(Heading heading) {
        StringBuilder text = new StringBuilder();
        for (Node block = heading.getNext(); block != null && !(block instanceof Heading); block = block.getNext()) {
            text.append(plain(block)).append(' ');
        }
        return text.toString().replaceAll("\\s+", " ").strip();
    }

    /** The first heading, as plain text. */
    String title() {
        return sections.isEmpty() ? path : sections.get(0).title();
    }

    boolean hasAnchor(String anchor) {
        return sections.stream().anyMatch(section -> section.anchor().equals(anchor));
    }

    String html() {
        return RENDERER.render(tree);
    }

    /** All links and pictures, in order. */
    List<Node> references() {
        return references(tree);
    }

    static List<Node> references(Node tree) {
        List<Node> found = new ArrayList<>();
        tree.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                found.add(link);
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                found.add(image);
            }
        });
        return found;
    }

    static String plain(Node node) {
        StringBuilder text = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak part) {
                text.append(' ');
            }

            @Override
            public void visit(Paragraph part) {
                visitChildren(part);
                text.append(' ');
            }

            @Override
            public void visit(CustomNode part) { // a cell of a table is one
                visitChildren(part);
                text.append(' ');
            }
        });
        return text.toString();
    }
}

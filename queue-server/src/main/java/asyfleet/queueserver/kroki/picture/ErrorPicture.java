package asyfleet.queueserver.kroki.picture;

import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * A text as a picture, so that whoever looks at a page sees in place of the figure what is wrong with it. Whatever is in
 * the text, it is only text in the picture.
 *
 * @param lines shortened, without characters that XML cannot hold
 */
public record ErrorPicture(List<String> lines) {

    private static final int MOST_LINES = 40;
    private static final int MOST_CHARACTERS = 160;
    private static final int FONT_SIZE = 14;
    private static final int LINE_HEIGHT = 20;
    private static final int MARGIN = 12;

    /** Of a font of that size whose characters are all as wide. */
    private static final double CHARACTER_WIDTH = 0.62 * FONT_SIZE;

    public static ErrorPicture of(String text) {
        return new ErrorPicture(
                text.lines().limit(MOST_LINES).map(ErrorPicture::shown).toList());
    }

    private static String shown(String line) {
        StringBuilder shown = new StringBuilder();
        line.codePoints()
                .limit(MOST_CHARACTERS)
                .map(c -> c == '\t' ? ' ' : c)
                .forEach(c -> shown.appendCodePoint(isText(c) ? c : '\uFFFD'));
        return line.codePointCount(0, line.length()) > MOST_CHARACTERS ? shown + "…" : shown.toString();
    }

    private static boolean isText(int c) {
        int type = Character.getType(c);
        return type != Character.CONTROL && type != Character.SURROGATE && type != Character.UNASSIGNED;
    }

    public byte[] svg() {
        int longest = lines.stream().mapToInt(String::length).max().orElse(0);
        int width = (int) Math.ceil(longest * CHARACTER_WIDTH) + 2 * MARGIN;
        StringBuilder svg = new StringBuilder();
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\">"
                .formatted(width, height()));
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff5f5\"/>");
        svg.append("<rect width=\"4\" height=\"100%\" fill=\"#c62828\"/>");
        svg.append("<g font-family=\"monospace\" font-size=\"" + FONT_SIZE
                + "\" fill=\"#8e1b1b\" xml:space=\"preserve\">");
        for (int i = 0; i < lines.size(); i++) {
            svg.append("<text x=\"" + MARGIN + "\" y=\"" + baseline(i) + "\">" + escaped(lines.get(i)) + "</text>");
        }
        return svg.append("</g></svg>").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Needs a font on this machine, unlike the SVG, which is drawn where it is shown. */
    public byte[] png() {
        Font font = new Font(Font.MONOSPACED, Font.PLAIN, FONT_SIZE);
        Graphics2D ruler = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
        FontMetrics metrics = ruler.getFontMetrics(font);
        int width = lines.stream().mapToInt(metrics::stringWidth).max().orElse(0) + 2 * MARGIN;
        ruler.dispose();
        BufferedImage picture = new BufferedImage(width, height(), BufferedImage.TYPE_INT_RGB);
        Graphics2D paper = picture.createGraphics();
        paper.setColor(new Color(0xfff5f5));
        paper.fillRect(0, 0, width, height());
        paper.setColor(new Color(0xc62828));
        paper.fillRect(0, 0, 4, height());
        write(paper, font);
        paper.dispose();
        return encoded(picture);
    }

    private void write(Graphics2D paper, Font font) {
        paper.setColor(new Color(0x8e1b1b));
        paper.setFont(font);
        paper.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        for (int i = 0; i < lines.size(); i++) {
            paper.drawString(lines.get(i), MARGIN, baseline(i));
        }
    }

    private static byte[] encoded(BufferedImage picture) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ImageIO.write(picture, "png", out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing a picture to memory", e);
        }
        return out.toByteArray();
    }

    private int height() {
        return lines.size() * LINE_HEIGHT + 2 * MARGIN;
    }

    private static int baseline(int line) {
        return MARGIN + FONT_SIZE + line * LINE_HEIGHT;
    }

    /** For XML and HTML. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

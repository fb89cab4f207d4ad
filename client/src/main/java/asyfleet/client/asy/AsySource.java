package asyfleet.client.asy;

import asyfleet.client.connect.TaskSources;
import asyfleet.client.source.GatheredFigure;
import asyfleet.protocol.task.Format;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A source as {@code asy} would read it, and its messages as {@code asy} would print them. */
final class AsySource {

    /** With these TeX makes PDF, and so does {@code asy} if it is not told otherwise. */
    private static final Pattern PDF_ENGINE =
            Pattern.compile("settings\\.tex\\s*=\\s*\"(pdflatex|xelatex|lualatex|pdftex|luatex)\"");

    private static final Pattern INLINE_TEX = Pattern.compile("(settings\\.inlinetex\\s*=\\s*)true");

    private AsySource() {}

    /** The format of a source for which none was asked. */
    static Format usualFormat(GatheredFigure figure, String prelude) {
        boolean pdf = PDF_ENGINE.matcher(prelude).find()
                || PDF_ENGINE.matcher(text(figure)).find();
        return pdf ? Format.PDF : Format.EPS;
    }

    /** Whether LaTeX will read a file that sets the figure, as with the option inline of its package asymptote. */
    static boolean isInline(GatheredFigure figure) {
        return INLINE_TEX.matcher(text(figure)).find();
    }

    /** The same without that: the fleet makes an image with all its labels. */
    private static byte[] withoutInline(byte[] source) {
        String text = new String(source, StandardCharsets.UTF_8);
        return INLINE_TEX.matcher(text).replaceAll("$1false").getBytes(StandardCharsets.UTF_8);
    }

    /** The file that LaTeX reads for such a figure. */
    static String inlineFile(String image) {
        return "\\includegraphics{" + image + "}%\n";
    }

    private static String text(GatheredFigure figure) {
        return new String(figure.sources().files().get(figure.sources().main()), StandardCharsets.UTF_8);
    }

    /** With statements before the first line, so that lines keep their numbers. */
    static TaskSources with(String prelude, TaskSources sources) {
        Map<String, byte[]> files = new LinkedHashMap<>(sources.files());
        files.computeIfPresent(sources.main(), (name, source) -> {
            byte[] contents = withoutInline(source);
            byte[] before = prelude.getBytes(StandardCharsets.UTF_8);
            byte[] all = new byte[before.length + contents.length];
            System.arraycopy(before, 0, all, 0, before.length);
            System.arraycopy(contents, 0, all, before.length, contents.length);
            return all;
        });
        return new TaskSources(files, sources.main());
    }

    /** Messages with the files as the user named them, and the columns of the source. */
    static String messages(String stderr, GatheredFigure figure, int preludeLength) {
        String text = stderr;
        for (Map.Entry<String, Path> file : figure.paths().entrySet()) {
            Pattern place = Pattern.compile("(?m)^" + Pattern.quote(file.getKey()) + ": (\\d+)\\.(\\d+)");
            int shift = file.getKey().equals(figure.sources().main()) ? preludeLength : 0;
            text = place.matcher(text)
                    .replaceAll(match -> Matcher.quoteReplacement(file.getValue() + ": " + match.group(1) + "."
                            + column(match.group(1), match.group(2), shift)));
        }
        return text;
    }

    private static int column(String line, String column, int shift) {
        int number = Integer.parseInt(column);
        return line.equals("1") ? Math.max(1, number - shift) : number;
    }
}

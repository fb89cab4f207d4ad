package asyfleet.protocol.task;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The options of a task that are about its pictures. Each is null if it is not said.
 *
 * @param formats all formats to draw, for a client that may ask for several
 * @param dpi pixels of a PNG per inch of the figure
 * @param transparent whether a PNG shows what is behind it where nothing was drawn
 * @param text whether letters of an SVG stay letters, with their fonts, and do not become outlines
 */
public record PictureOptions(List<Format> formats, Integer dpi, Boolean transparent, Boolean text) {

    /** Nothing is said. */
    public static final PictureOptions DEFAULT = new PictureOptions(null, null, null, null);

    /** The pixels per inch of scale 1: one for each point of PostScript. */
    public static final int DPI_OF_SCALE = 72;

    public static final int MAX_SCALE = 8;
    public static final int MAX_DPI = MAX_SCALE * DPI_OF_SCALE;
    private static final int DEFAULT_DPI = 2 * DPI_OF_SCALE;

    public PictureOptions {
        formats = formats == null ? null : List.copyOf(formats);
    }

    /** These, changed by what the other says. */
    PictureOptions with(PictureOptions other) {
        return new PictureOptions(
                other.formats == null ? formats : other.formats,
                other.dpi == null ? dpi : other.dpi,
                other.transparent == null ? transparent : other.transparent,
                other.text == null ? text : other.text);
    }

    PictureOptions withOneFormat() {
        return new PictureOptions(null, dpi, transparent, text);
    }

    /** Pixels of a PNG per inch. */
    public int resolution() {
        return Objects.requireNonNullElse(dpi, DEFAULT_DPI);
    }

    /** Not named as a getter, which JSON would take for a further field. */
    public boolean hasNoGround() {
        return Boolean.TRUE.equals(transparent);
    }

    public boolean keepsText() {
        return Boolean.TRUE.equals(text);
    }

    /** The options that are given, by name, as texts. */
    public Map<String, String> toTexts() {
        Map<String, String> texts = new LinkedHashMap<>();
        if (formats != null) {
            texts.put("formats", formats.stream().map(Format::wire).collect(Collectors.joining(",")));
        }
        put(texts, "dpi", dpi);
        put(texts, "transparent", transparent);
        put(texts, "text", text);
        return texts;
    }

    private static void put(Map<String, String> texts, String name, Object value) {
        if (value != null) {
            texts.put(name, value.toString());
        }
    }

    /** The reverse; nonsense counts as not said. @param texts gives the text of a name, or null */
    public static PictureOptions ofTexts(Function<String, String> texts) {
        return new PictureOptions(
                formats(texts.apply("formats")),
                dpi(texts.apply("dpi")),
                flag(texts.apply("transparent")),
                flag(texts.apply("text")));
    }

    private static List<Format> formats(String text) {
        List<Format> known = Arrays.stream(text == null ? new String[0] : text.split(","))
                .map(Format::ofWire)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        return known.isEmpty() ? null : known;
    }

    private static Integer dpi(String text) {
        boolean isNumber = text != null && text.matches("[0-9]{1,3}");
        return isNumber ? (Integer) Math.max(DPI_OF_SCALE, Math.min(MAX_DPI, Integer.parseInt(text))) : null;
    }

    private static Boolean flag(String text) {
        return text == null ? null : Boolean.valueOf(text);
    }
}

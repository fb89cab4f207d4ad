package asyfleet.backend.warm;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The comparison of two renderings: whether they are the same, apart from what also differs between two equal runs. */
public final class Difference {

    /** When and by which run a file was made, as PDF and PostScript say it. */
    private static final Pattern MADE = Pattern.compile(
            "/(CreationDate|ModDate) ?\\([^)]*\\)|/ID ?\\[[^\\]]*\\]"
                    + "|%%CreationDate:[^\\n]*|%DVIPSSource:[^\\n]*|uuid:[0-9a-f-]*|<xmp:(Modify|Create)Date>[^<]*|\\d{4}-\\d\\d-\\d\\dT[0-9:]*Z?");

    private static final Pattern READ = Pattern.compile("\\(/usr/share/[^\\s()]*|Document Class: article [^\\n]*");

    /** Glyphs, in the order in which dvisvgm has their fonts in memory. */
    private static final Pattern DEFINITIONS = Pattern.compile("<defs>.*?</defs>", Pattern.DOTALL);

    private static final int BEFORE = 20;
    private static final int BEHIND = 60;

    private Difference() {}

    /** The first difference, in words. */
    public static Optional<String> between(Rendering one, Rendering other) {
        if (!one.exitCode().equals(other.exitCode())) {
            return Optional.of("exit code " + one.exitCode() + " and " + other.exitCode());
        }
        if (!one.files().keySet().equals(other.files().keySet())) {
            return Optional.of(
                    "files " + one.files().keySet() + " and " + other.files().keySet());
        }
        for (Map.Entry<String, byte[]> file : one.files().entrySet()) {
            if (!normal(file.getValue()).equals(normal(other.files().get(file.getKey())))) {
                return Optional.of("contents of " + file.getKey());
            }
        }
        String said = said(one);
        String otherSaid = said(other);
        return said.equals(otherSaid)
                ? Optional.empty()
                : Optional.of("output '" + excerpt(said, otherSaid) + "' and '" + excerpt(otherSaid, said) + "'");
    }

    /** A text from a little before the place where another begins to differ. */
    private static String excerpt(String text, String other) {
        int same = 0;
        while (same < Math.min(text.length(), other.length()) && text.charAt(same) == other.charAt(same)) {
            same++;
        }
        return text.substring(Math.max(0, same - BEFORE), Math.min(text.length(), same + BEHIND));
    }

    /** TeX's transcript lists what it reads from the system, and breaks lines by the length of that. */
    private static String said(Rendering rendering) {
        return READ.matcher(rendering.output()).replaceAll("").replaceAll("[\\s()]+", " ");
    }

    private static String normal(byte[] contents) {
        // Latin-1 takes every byte for a character.
        String text = PdfObjects.unpacked(new String(contents, StandardCharsets.ISO_8859_1));
        return DEFINITIONS
                .matcher(MADE.matcher(text).replaceAll(""))
                .replaceAll(block -> Matcher.quoteReplacement(sorted(block.group())));
    }

    private static String sorted(String block) {
        return block.lines().sorted().collect(Collectors.joining("\n"));
    }
}

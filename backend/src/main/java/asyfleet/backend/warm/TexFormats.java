package asyfleet.backend.warm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * TeX formats under the names of the stock ones, with what every figure begins with already read, and stored as TeX uses
 * them: unpacking the stock format takes longer than all the rest of its start.
 *
 * @param directory holds {@code latex.fmt} and {@code pdflatex.fmt}, the metrics of fonts that they name, the names of
 *     what was read to make them, and a stand-in for {@code asy}
 */
record TexFormats(Path directory) {

    private static final String SOURCE = "format.tex";
    private static final String LETTERS = "letters.tex";
    private static final String NAMES = "names";
    private static final String STAND_IN = "asy";

    /** A file that TeX opens shows in its log as an opening parenthesis and its path. */
    private static final Pattern OPENED = Pattern.compile("\\((/[^\\s()]+/)([^\\s()/]+)");

    /** Everything that makes a format another one: the program, the stock format, the TeX tree. */
    static final String VERSION = """
            pdftex --version && stat -Lc '%n %s %Y' \
            $(kpsewhich -engine=pdftex latex.fmt pdflatex.fmt) $(kpsewhich -all ls-R)""";

    /** The metrics of Cyrillic fonts, which letters.tex names; the last is there only if all are. */
    private static final List<String> METRICS = Stream.of("labx", "lati", "labi", "lass", "lasx", "latt", "larm")
            .map(font -> font + "1200.tfm")
            .toList();

    private static final String DUMP = "for font in " + String.join(" ", METRICS) + """
            ; do kpsewhich sfrm1200.pfb && made=$(MKTEXTFM=1 MKTEXMF=1 mktextfm ${font%.tfm}) && cp "$made" . || break; done; \
            for name in latex pdflatex; do \
            max_print_line=10000 pdftex -ini -interaction=nonstopmode -halt-on-error -jobname=$name -progname=$name \
            "&$name" format.tex || exit; done; \
            touch\s""" + String.join(" ", METRICS);

    static TexFormats obtain(CacheDirectory cache, Workbench workbench) throws IOException {
        Map<String, byte[]> sources = Map.of(SOURCE, Sources.read(SOURCE), LETTERS, Sources.read(LETTERS));
        byte[] version = (workbench.read(VERSION) + DUMP).getBytes(StandardCharsets.UTF_8);
        String key = Sources.key(version, sources.get(SOURCE), sources.get(LETTERS), Sources.read("asy.sh"));
        return new TexFormats(cache.obtain("formats-" + key, directory -> dump(workbench, sources, directory)));
    }

    private static void dump(Workbench workbench, Map<String, byte[]> sources, Path directory) throws IOException {
        List<String> wanted = new ArrayList<>(METRICS);
        wanted.addAll(List.of("latex.fmt", "pdflatex.fmt", "latex.log", "pdflatex.log"));
        Map<String, byte[]> files = workbench.make(DUMP, sources, wanted).files();
        for (String metrics : METRICS) {
            if (files.get(metrics).length > 0) {
                Files.write(directory.resolve(metrics), files.get(metrics));
            }
        }
        Set<String> names = new TreeSet<>(Set.of("latex.fmt", "pdflatex.fmt"));
        for (String name : List.of("latex", "pdflatex")) {
            Files.write(directory.resolve(name + ".fmt"), unpack(files.get(name + ".fmt")));
            names.addAll(opened(new String(files.get(name + ".log"), StandardCharsets.UTF_8)));
        }
        Files.write(directory.resolve(NAMES), names);
        Path bin = Files.createDirectory(directory.resolve("bin"));
        Path standIn = Files.write(bin.resolve(STAND_IN), Sources.read("asy.sh"));
        Files.setPosixFilePermissions(standIn, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** TeX packs what it dumps, unless it was built not to. */
    private static byte[] unpack(byte[] format) throws IOException {
        boolean packed = format.length > 1 && (format[0] & 0xff) == 0x1f && (format[1] & 0xff) == 0x8b;
        if (!packed) {
            return format;
        }
        try (InputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(format))) {
            return unpacked.readAllBytes();
        }
    }

    static Set<String> opened(String log) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = OPENED.matcher(log);
        while (matcher.find()) {
            names.add(matcher.group(2));
        }
        return names;
    }

    /** Holds an {@code asy} that does without the formats for tasks that bring a file of one of those names. */
    Path bin() {
        return directory.resolve("bin");
    }

    /** Files that TeX will not read any more, also not if a task brings its own of that name. */
    List<String> names() throws IOException {
        return Files.readAllLines(directory.resolve(NAMES));
    }
}

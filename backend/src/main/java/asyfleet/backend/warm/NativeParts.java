package asyfleet.backend.warm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The two parts that are not Java, compiled here from C: a library that makes a fork server of the program that loads
 * it, and the program that stands in for others inside cells.
 *
 * @param directory holds {@code gate.so}, and in {@code bin} the stand-ins under the names of those they stand in for
 */
record NativeParts(Path directory) {

    /** For whom there is a stand-in, and the name that makes it a waiter, see handover.h. */
    private static final List<String> STAND_INS =
            List.of("asy", "latex", "pdflatex", "dvisvgm", "dvips", "gs", "wait-for");

    private static final List<String> LIBRARY = List.of("gate.c", "serve.c", "confine.c", "ghostscript.c");
    private static final List<String> HEADERS = List.of("handover.h", "serve.h", "confine.h", "ghostscript.h");
    private static final String STAND_IN = "stand_in.c";

    private static final String COMPILE = "cc -std=gnu11 -O2 -fPIC -shared -o gate.so " + String.join(" ", LIBRARY)
            // Static, since it is started for every program of every task, and most of a short start is linking.
            + " && cc -std=gnu11 -O2 -static -o stand-in " + STAND_IN;

    /**
     * Also says which modules Asymptote reads before it looks at the first file of a task. Nothing that differs between
     * sandboxes is in it, such as the directory. The compiler is not asked: an image has what one made, and none itself.
     */
    static final String VERSION = """
            asy --version 2>&1 | grep -v / && echo >empty.asy && \
            asy -vv -noV -config= -f svg -o out empty.asy >loaded 2>&1 && grep ' from ' loaded && \
            dvisvgm --version && gs --version""";

    /** One of these is read by dvisvgm, before it looks at its input, and it looks in the directory of the task first. */
    private static final List<String> FONT_MAPS = List.of("ps2pk.map", "pdftex.map", "dvipdfm.map", "psfonts.map");

    private static final Pattern MODULE = Pattern.compile("ing \\S+ from /\\S+/([^\\s/]+\\.asy)");

    static NativeParts obtain(CacheDirectory cache, Workbench workbench, TexFormats formats) throws IOException {
        Map<String, byte[]> sources = sources();
        String version = workbench.read(VERSION);
        Set<String> preloaded = new TreeSet<>(formats.names());
        preloaded.addAll(modules(version));
        preloaded.addAll(FONT_MAPS);
        String key = Sources.key(
                (version + COMPILE).getBytes(StandardCharsets.UTF_8),
                String.join("\n", preloaded).getBytes(StandardCharsets.UTF_8),
                Sources.key(sources.values().toArray(byte[][]::new)).getBytes(StandardCharsets.UTF_8));
        return new NativeParts(
                cache.obtain("programs-" + key, directory -> compile(workbench, sources, preloaded, directory)));
    }

    static Set<String> modules(String output) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = MODULE.matcher(output);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    private static Map<String, byte[]> sources() throws IOException {
        Map<String, byte[]> sources = new LinkedHashMap<>();
        for (List<String> names : List.of(HEADERS, LIBRARY, List.of(STAND_IN))) {
            for (String name : names) {
                sources.put(name, Sources.read(name));
            }
        }
        return sources;
    }

    private static void compile(Workbench workbench, Map<String, byte[]> sources, Set<String> preloaded, Path directory)
            throws IOException {
        Map<String, byte[]> made =
                workbench.make(COMPILE, sources, List.of("gate.so", "stand-in")).files();
        Files.write(directory.resolve("gate.so"), made.get("gate.so"));
        Path bin = Files.createDirectory(directory.resolve("bin"));
        Files.write(bin.resolve("preloaded"), preloaded);
        Path standIn = Files.write(directory.resolve("stand-in"), made.get("stand-in"));
        Files.setPosixFilePermissions(standIn, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String name : STAND_INS) {
            Files.createLink(bin.resolve(name), standIn);
        }
    }

    Path bin() {
        return directory.resolve("bin");
    }

    Path library() {
        return directory.resolve("gate.so");
    }
}

package asyfleet.queueserver.tasks.batch;

import asyfleet.net.http.HttpError;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.render.RenderRules;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * The sources in a zip. Figures are those {@code .asy} files that no other file imports. A figure gets the files that it,
 * or a module of it, names, from its own directory and from the top of the zip. Files of types that no task may have, such
 * as a Makefile, are left out.
 */
final class ZipSources {

    private static final int MOST_ENTRIES = 5000;
    private static final int MOST_BYTES = 32 << 20;

    /** Of entries that are left out: to pass over one, it has to be unpacked as well. */
    private static final int MOST_SKIPPED_BYTES = 8 * MOST_BYTES;

    /** Looks at no character more than a few times: sources may be hostile. */
    private static final Pattern IMPORT =
            Pattern.compile("(?m)(?:^|[;}])[ \\t]*+(?:import|include|access|from)\\s++\"?([A-Za-z_][A-Za-z0-9_-]*+)");

    private static final BitSet NOTHING = new BitSet();
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]++");

    /** Sorted by their paths; sets of bits below have their places in this list. */
    private final List<Source> sources;

    private final int mostFiles;
    private final Set<String> imported = new HashSet<>();

    /** The words of each name, without the extension. */
    private final List<Set<String>> words;

    private final Set<String> allWords;

    /** The data and modules that figures may need, by directory. */
    private final Map<String, BitSet> parts = new HashMap<>();

    /** The files that each source names, as far as looked at. To search each source for each name would take too long. */
    private final Map<Source, BitSet> named = new HashMap<>();

    private ZipSources(List<Source> sources, int mostFiles) {
        this.sources = sources;
        this.mostFiles = mostFiles;
        this.words = sources.stream()
                .map(source -> words(source.stem()).collect(Collectors.toSet()))
                .toList();
        this.allWords = words.stream().flatMap(Set::stream).collect(Collectors.toSet());
        sources.stream().filter(Source::isAsymptote).forEach(this::noteImports);
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            if (!source.isAsymptote() || isModule(source)) {
                parts.computeIfAbsent(source.directory(), directory -> new BitSet())
                        .set(i);
            }
        }
    }

    private static Stream<String> words(String text) {
        return WORD.matcher(text).results().map(MatchResult::group);
    }

    /** A file. */
    record Source(String path, byte[] contents) {

        String directory() {
            int slash = path.lastIndexOf('/');
            return slash < 0 ? "" : path.substring(0, slash);
        }

        String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        String stem() {
            int dot = name().lastIndexOf('.');
            return dot < 0 ? name() : name().substring(0, dot);
        }

        boolean isAsymptote() {
            return path.endsWith(".asy");
        }

        String text() {
            return new String(contents, StandardCharsets.UTF_8);
        }
    }

    static ZipSources read(byte[] zip, TaskLimits.Files limits) {
        List<Source> sources = new ArrayList<>();
        int left = MOST_BYTES;
        int leftToSkip = MOST_SKIPPED_BYTES;
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            ZipEntry entry = in.getNextEntry();
            if (entry == null) {
                throw HttpError.badRequest("the body is no zip, or is empty; expected a zip of sources");
            }
            for (int entries = 1; entry != null; entry = in.getNextEntry(), entries++) {
                if (entries > MOST_ENTRIES) {
                    throw RenderRules.tooLarge("the zip has more than " + MOST_ENTRIES + " entries");
                }
                if (isWanted(entry, limits)) {
                    Source source = new Source(entry.getName(), contents(in, left));
                    left -= source.contents.length;
                    sources.add(source);
                } else {
                    leftToSkip -= skipped(in, leftToSkip);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            throw HttpError.badRequest("the body is no zip: " + Excerpt.of(String.valueOf(e.getMessage())));
        }
        sources.sort(Comparator.comparing(Source::path));
        return new ZipSources(sources, limits.maxFiles());
    }

    /** Reads no more than is left, whatever the zip says of its sizes. */
    private static byte[] contents(ZipInputStream in, int left) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(in.readNBytes(left));
        if (in.read() >= 0) {
            throw RenderRules.tooLarge("the files of the zip have more than " + MOST_BYTES + " bytes");
        }
        return out.toByteArray();
    }

    /** How many bytes the entry has. */
    private static int skipped(ZipInputStream in, int left) throws IOException {
        int bytes = (int) in.skip(left);
        if (in.read() >= 0) {
            throw RenderRules.tooLarge(
                    "the files of the zip that are no sources have more than " + MOST_SKIPPED_BYTES + " bytes");
        }
        return bytes;
    }

    private static boolean isWanted(ZipEntry entry, TaskLimits.Files limits) {
        String path = entry.getName();
        boolean hidden = ("/" + path).contains("/.") || path.startsWith("__MACOSX/");
        String extension = path.substring(path.lastIndexOf('.') + 1);
        boolean known = limits.extensions().isEmpty() || limits.extensions().contains(extension);
        return !entry.isDirectory() && !hidden && known;
    }

    private void noteImports(Source source) {
        Matcher module = IMPORT.matcher(source.text());
        while (module.find()) {
            imported.add(source.directory() + "/" + module.group(1));
            imported.add("/" + module.group(1));
        }
    }

    List<Source> figures() {
        return sources.stream()
                .filter(source -> source.isAsymptote() && !isModule(source))
                .toList();
    }

    private boolean isModule(Source source) {
        return imported.contains(source.directory() + "/" + source.stem());
    }

    /**
     * The figure itself, and all that it needs, by name; what is in its own directory wins. If that is more than a task may
     * have, a part of it.
     */
    Map<String, byte[]> filesOf(Source figure) {
        Set<String> directories = new LinkedHashSet<>(List.of(figure.directory(), ""));
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(figure.name(), figure.contents);
        Deque<Source> unread = new ArrayDeque<>(List.of(figure));
        while (!unread.isEmpty() && files.size() <= mostFiles) {
            BitSet wanted = named.computeIfAbsent(unread.poll(), this::namedIn);
            for (String directory : directories) {
                BitSet there = (BitSet) parts.getOrDefault(directory, NOTHING).clone();
                there.and(wanted);
                there.stream()
                        .mapToObj(sources::get)
                        .filter(part -> files.putIfAbsent(part.name(), part.contents) == null)
                        .filter(Source::isAsymptote)
                        .forEach(unread::add);
            }
        }
        return files;
    }

    /** Those that have all words of their names in the source. */
    private BitSet namedIn(Source source) {
        Set<String> there = words(source.text()).filter(allWords::contains).collect(Collectors.toSet());
        BitSet found = new BitSet();
        for (int i = 0; i < sources.size(); i++) {
            found.set(i, there.containsAll(words.get(i)));
        }
        return found;
    }
}

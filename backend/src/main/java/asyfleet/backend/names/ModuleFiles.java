package asyfleet.backend.names;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of modules on this machine, with the modules that each imports and so passes on.
 *
 * @param imports by the name of the file, without its ending
 */
record ModuleFiles(Map<String, Set<String>> imports) {

    static final Path OWN = Path.of("/usr/share/asymptote");

    private static final Pattern NAME = Pattern.compile("[A-Za-z]\\w*");
    private static final Pattern IMPORT = Pattern.compile("^import\\s+(\\w+)\\s*;", Pattern.MULTILINE);
    private static final int MOST = 1000;
    private static final long MOST_BYTES = 1 << 20;

    static ModuleFiles in(List<Path> directories) throws IOException {
        ModuleFiles found = new ModuleFiles(new TreeMap<>());
        for (Path directory : directories) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.asy")) {
                for (Path file : files) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    private void add(Path file) throws IOException {
        String name = file.getFileName().toString().replaceFirst("\\.asy$", "");
        if (imports.size() < MOST && NAME.matcher(name).matches() && Files.size(file) <= MOST_BYTES) {
            Set<String> imported = new TreeSet<>();
            Matcher found = IMPORT.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
            while (found.find()) {
                imported.add(found.group(1));
            }
            imports.put(name, imported);
        }
    }

    /** Those that a program imports: parts of others, and of what every program has, are none. */
    List<String> modules() {
        return imports.keySet().stream()
                .filter(name -> moduleOf(name).equals(name) && !name.equals(NameList.BASE))
                .toList();
    }

    /** Asymptote's own modules have parts: {@code three_surface} is a part of {@code three}. */
    String moduleOf(String file) {
        int end = file.indexOf('_');
        return end > 0 && imports.containsKey(file.substring(0, end)) ? file.substring(0, end) : file;
    }
}

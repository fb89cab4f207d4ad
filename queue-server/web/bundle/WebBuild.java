import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The build of the web pages: bundles their sources and libraries with esbuild, gives every file a name with its hash,
 * and compresses it. Maven and Gradle both run it as {@code java WebBuild.java LIBRARIES SOURCES WORK OUTPUT}. The
 * libraries and esbuild itself are jars from Maven Central, so no Node is needed. If nothing has changed since the last
 * run, it does nothing.
 *
 * <p>The output: {@code web/} (hashed, for {@code /web/}), {@code client/} (as it is, for {@code /client/}), {@code
 * pages/} (HTML, not compressed, because the server fills in its settings), and {@code files.txt} with the names of all.
 */
final class WebBuild {

    private static final String ESBUILD = "esbuild__";
    private static final Pattern IN_JAR = Pattern.compile("META-INF/resources/webjars/[^/]+/[^/]+/(.+)");
    private static final Pattern NAME = Pattern.compile("\"name\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern VERSION = Pattern.compile("\"version\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern REFERENCE = Pattern.compile("\\{\\{([\\w-]+)\\.(\\w+)}}");

    /** Files beside the modules for other pages, which no page loads. */
    private static final Set<String> FOR_NPM = Set.of("package.json", "README.md", "LICENSE");

    private final Path libraries;
    private final Path sources;
    private final Path work;
    private final Path output;

    private WebBuild(List<Path> arguments) {
        this.libraries = arguments.get(0);
        this.sources = arguments.get(1);
        this.work = arguments.get(2);
        this.output = arguments.get(3);
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length != 4) {
            System.err.println("WebBuild: " + arguments.length + " arguments; expected LIBRARIES SOURCES WORK OUTPUT");
            System.exit(2);
        }
        new WebBuild(Stream.of(arguments).map(Path::of).map(Path::toAbsolutePath).toList()).run();
    }

    private void run() throws IOException, InterruptedException {
        Path stamp = work.resolve("stamp");
        String inputs = digest();
        if (Files.exists(stamp) && Files.readString(stamp).equals(inputs) && Files.exists(output.resolve("files.txt"))) {
            return;
        }
        Files.deleteIfExists(stamp);
        delete(work.resolve("node_modules"));
        delete(output);
        Map<String, String> licences = unpackLibraries();
        bundle();
        copyClient();
        copyPages();
        Files.writeString(output.resolve("web/licences.txt"), String.join("\n\n", licences.values()));
        compress();
        Files.writeString(stamp, inputs);
    }

    /** The SHA-256 of everything that the output depends on. */
    private String digest() throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        for (Path file : files(sources)) {
            digest.update(sources.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
            digest.update(Files.readAllBytes(file));
        }
        for (Path jar : files(libraries)) {
            digest.update((jar.getFileName() + " " + Files.size(jar)).getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Unpacks each library to where esbuild looks for it. Returns the licence texts by name. */
    private Map<String, String> unpackLibraries() throws IOException {
        Map<String, String> licences = new TreeMap<>();
        for (Path jar : files(libraries)) {
            if (!jar.getFileName().toString().startsWith(ESBUILD)) {
                Map<String, byte[]> files = contents(jar);
                String about = new String(files.get("package.json"), StandardCharsets.UTF_8);
                String name = first(NAME, about);
                Path folder = work.resolve("node_modules").resolve(name);
                for (Map.Entry<String, byte[]> file : files.entrySet()) {
                    write(folder.resolve(file.getKey()), file.getValue());
                }
                licences.put(name, name + " " + first(VERSION, about) + "\n\n" + licence(files, jar));
            }
        }
        return licences;
    }

    private static String licence(Map<String, byte[]> files, Path jar) {
        byte[] text = files.get("LICENSE");
        if (text == null) {
            throw new IllegalStateException(jar + " has no file LICENSE; expected one to list at /web/licences.txt");
        }
        return new String(text, StandardCharsets.UTF_8).strip() + "\n";
    }

    private static Map<String, byte[]> contents(Path jar) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().filter(e -> !e.isDirectory()).toList()) {
                Matcher inside = IN_JAR.matcher(entry.getName());
                if (inside.matches()) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        files.put(inside.group(1), in.readAllBytes());
                    }
                }
            }
        }
        return files;
    }

    /** Every {@code FOLDER/FOLDER.js} and {@code FOLDER/FOLDER.css} of the sources is an entry point. */
    private void bundle() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                esbuild(),
                "--bundle",
                "--splitting",
                "--format=esm",
                "--target=es2022",
                "--minify",
                "--legal-comments=none",
                "--charset=utf8",
                "--loader:.svg=file",
                "--loader:.webp=file",
                "--loader:.asy=text",
                "--entry-names=[name]-[hash]",
                "--chunk-names=chunk-[hash]",
                "--asset-names=[name]-[hash]",
                "--log-level=warning",
                "--outdir=" + output.resolve("web")));
        for (Path file : files(sources)) {
            String name = file.getFileName().toString();
            String folder = file.getParent().getFileName().toString();
            if (name.equals(folder + ".js") || name.equals(folder + ".css")) {
                command.add(file.toString());
            }
        }
        ProcessBuilder process = new ProcessBuilder(command).inheritIO();
        process.environment().put("NODE_PATH", work.resolve("node_modules").toString());
        int code = process.start().waitFor();
        if (code != 0) {
            throw new IllegalStateException("esbuild ended with code " + code + ": " + String.join(" ", command));
        }
    }

    /** The program of this machine's kind if it is among the libraries, else the one on the path. */
    private String esbuild() throws IOException {
        String machine = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        String kind = ESBUILD + machine + (System.getProperty("os.arch").equals("aarch64") ? "-arm64" : "-x64") + "-";
        for (Path jar : files(libraries)) {
            if (jar.getFileName().toString().startsWith(kind)) {
                Path program = work.resolve("esbuild");
                write(program, contents(jar).get("bin/esbuild"));
                Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
                return program.toString();
            }
        }
        System.err.println("WebBuild: no " + kind + "*.jar in " + libraries + "; using esbuild of the PATH"
                + " (Debian: apt-get install esbuild)");
        return "esbuild";
    }

    private void copyClient() throws IOException {
        for (Path file : files(sources.resolve("client"))) {
            if (FOR_NPM.contains(file.getFileName().toString())) {
                continue;
            }
            write(output.resolve("client").resolve(file.getFileName()), Files.readAllBytes(file));
        }
    }

    /** Pages name a built file as {@code {{editor.js}}}. */
    private void copyPages() throws IOException {
        List<String> built = files(output.resolve("web")).stream()
                .map(file -> file.getFileName().toString())
                .toList();
        for (Path page : files(sources.resolve("pages"))) {
            String text = REFERENCE
                    .matcher(Files.readString(page))
                    .replaceAll(found -> "web/" + hashed(built, found.group(1), found.group(2)));
            write(output.resolve("pages").resolve(page.getFileName()), text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String hashed(List<String> built, String name, String ending) {
        return built.stream()
                .filter(file -> file.matches(Pattern.quote(name) + "-[A-Z0-9]{8}\\." + ending))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "{{" + name + "." + ending + "}} is not built; expected one of " + built));
    }

    private void compress() throws IOException {
        List<String> names = new ArrayList<>();
        for (Path file : files(output)) {
            String name = output.relativize(file).toString();
            names.add(name);
            if (!name.startsWith("pages/")) {
                write(file.resolveSibling(file.getFileName() + ".gz"), gzip(Files.readAllBytes(file)));
                Files.delete(file);
            }
        }
        Files.write(output.resolve("files.txt"), names);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed) {
            {
                def.setLevel(Deflater.BEST_COMPRESSION);
            }
        }) {
            out.write(bytes);
        }
        return compressed.toByteArray();
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    /** All files below the directory, sorted; none if it is not there. */
    private static List<Path> files(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> found = Files.walk(directory)) {
            return found.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> found = Files.walk(directory)) {
                for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}

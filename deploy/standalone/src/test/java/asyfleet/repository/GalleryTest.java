package asyfleet.repository;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The gallery shows what its script draws: every source once, as a picture, with its own words. */
class GalleryTest {

    private static final Path GALLERY = Repository.root().resolve("docs/gallery");
    private static final String PAGE = Repository.read(Repository.root().resolve("docs/gallery.md"));
    private static final String SCRIPT = Repository.read(GALLERY.resolve("render.sh"));
    private static final Pattern SOLID = Pattern.compile("import (three|graph3|solids|tube)\\b");

    private static List<String> names() {
        return Repository.files(GALLERY, ".asy").stream()
                .map(file -> file.getFileName().toString().replace(".asy", ""))
                .toList();
    }

    private static String source(String name) {
        return Repository.read(GALLERY.resolve(name + ".asy"));
    }

    private static String extension(String name) {
        return SOLID.matcher(source(name)).find() ? ".png" : ".svg";
    }

    @Test
    void everyFigureIsShownWithTheWordsOfItsSource() {
        assertEquals(20, names().size());
        for (String name : names()) {
            String words = source(name).lines().findFirst().orElseThrow().replaceAll("^// |\\.$", "");
            String shown = "![%1$s](gallery/%2$s%3$s)<br>%1$s · [%2$s.asy](gallery/%2$s.asy)"
                    .formatted(words, name, extension(name));
            assertTrue(PAGE.contains(shown), shown);
        }
    }

    @Test
    void thereAreNoPicturesThatTheScriptDoesNotDraw() throws Exception {
        Set<String> expected =
                names().stream().map(name -> name + extension(name)).collect(Collectors.toSet());
        Set<String> pictures = new TreeSet<>();
        try (var files = Files.list(GALLERY)) {
            files.map(file -> file.getFileName().toString())
                    .filter(file -> !file.endsWith(".asy") && !file.equals("render.sh"))
                    .forEach(pictures::add);
        }
        assertEquals(new TreeSet<>(expected), pictures);
        for (String name : names()) {
            assertEquals(extension(name).equals(".png"), SCRIPT.contains(name + ".asy"), name);
        }
    }

    @Test
    void labelsAreInThreeScripts() {
        String all = names().stream().map(GalleryTest::source).collect(Collectors.joining());
        for (String letters : List.of("[а-я]{4}", "[äöüß]", "\\\\varphi")) {
            assertTrue(Pattern.compile(letters).matcher(all).find(), letters);
        }
    }
}

package asyfleet.lab.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The checks of files: how they are uploaded, and which are refused. */
final class UploadChecks {

    private static final String HELPER = "{\"filename\": \"helper.asy\", \"main\": false}";
    private static final String MAIN = "{\"filename\": \"main.asy\", \"main\": true}";

    private static final List<String> BAD_NAMES = List.of(
            "",
            ".",
            "..",
            "main",
            "main.exe",
            "../main.asy",
            "/tmp/main.asy",
            "a/b.asy",
            "a\\\\b.asy",
            "-f.asy",
            "a\\u0000.asy",
            "a b;c.asy");

    private UploadChecks() {}

    static List<ConformanceCheck> all() {
        List<ConformanceCheck> checks = new ArrayList<>(List.of(
                new ConformanceCheck("A file finds another that was added beside it", UploadChecks::included),
                new ConformanceCheck("A message and its contents may come in several frames", UploadChecks::inPieces),
                new ConformanceCheck("The order of files does not matter", UploadChecks::mainFirst),
                refused("No file at all is refused", Dialogue::run),
                refused("Files without a main one are refused", d -> d.add(HELPER, Programs.CIRCLE)
                        .run()),
                refused("Two main files are refused", d -> d.main(Programs.CIRCLE)
                        .add("{\"filename\": \"second.asy\", \"main\": true}", Programs.CIRCLE)
                        .run()),
                refused(
                        "The same name twice is refused",
                        d -> d.main(Programs.CIRCLE).main(Programs.CIRCLE).run()),
                refused("A file without a name is refused", d -> d.add("{\"main\": true}", Programs.CIRCLE)),
                refused(
                        "A name that is not text is refused",
                        d -> d.add("{\"filename\": 7, \"main\": true}", Programs.CIRCLE)),
                refused(
                        "A main that is not true or false is refused",
                        d -> d.add("{\"filename\": \"main.asy\", \"main\": \"yes\"}", Programs.CIRCLE)),
                refused(
                        "An unknown field of add is refused",
                        d -> d.add("{\"filename\": \"main.asy\", \"main\": true, \"mode\": 1}", Programs.CIRCLE)),
                refused("A text frame where contents are due is refused", d -> d.say("add " + MAIN)
                        .run())));
        BAD_NAMES.forEach(name -> checks.add(badName(name)));
        return checks;
    }

    static ConformanceCheck refused(String sentence, Consumer<Dialogue> breach) {
        return new ConformanceCheck(sentence, peer -> {
            try (Dialogue dialogue = peer.open()) {
                breach.accept(dialogue);
                dialogue.expectRefusal();
            }
        });
    }

    private static ConformanceCheck badName(String name) {
        String json = "{\"filename\": \"" + name + "\", \"main\": true}";
        return refused("The file name \"" + name + "\" is refused", d -> d.add(json, Programs.CIRCLE)
                .run());
    }

    private static void included(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.add(HELPER, "path shape = unitcircle;")
                    .main("import helper; draw(shape);")
                    .run();
            dialogue.toTheEnd().expectSuccess();
        }
    }

    private static void mainFirst(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.main("import helper; write(answer);")
                    .add(HELPER, "int answer = 42;")
                    .run();
            dialogue.toTheEnd().expectOutput("stdout", "42");
        }
    }

    private static void inPieces(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.sayInPieces("add " + MAIN, "write(\"in pieces\");").run();
            dialogue.toTheEnd().expectOutput("stdout", "in pieces");
        }
    }
}

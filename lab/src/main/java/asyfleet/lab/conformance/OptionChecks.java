package asyfleet.lab.conformance;

import static asyfleet.lab.conformance.UploadChecks.refused;

import java.util.ArrayList;
import java.util.List;

/** The checks of options, value by value. */
final class OptionChecks {

    private static final List<String> GOOD = List.of(
            "{}",
            "{\"interactive\": false}",
            "{\"timeout\": 3000}",
            "{\"timeout\": 10000}",
            "{\"timeout\": 30000}",
            "{\"verbosity\": 0}",
            "{\"verbosity\": 1}",
            "{\"verbosity\": 2}",
            "{\"verbosity\": 3}");

    private static final List<String> BAD = List.of(
            "{\"format\": \"gif\"}",
            "{\"format\": \"SVG\"}",
            "{\"format\": 1}",
            "{\"stderr\": \"file\"}",
            "{\"stderr\": true}",
            "{\"verbosity\": 4}",
            "{\"verbosity\": -1}",
            "{\"verbosity\": 1.5}",
            "{\"verbosity\": \"1\"}",
            "{\"timeout\": 0}",
            "{\"timeout\": -3000}",
            "{\"timeout\": 0.5}",
            "{\"timeout\": \"3000\"}",
            "{\"interactive\": \"yes\"}",
            "{\"interactive\": 1}",
            "{\"colour\": \"red\"}");

    private OptionChecks() {}

    static List<ConformanceCheck> all() {
        List<ConformanceCheck> checks = new ArrayList<>();
        checks.add(image("svg", "<?xml", "<svg"));
        checks.add(image("pdf", "%PDF-"));
        checks.add(image("png", "\u0089PNG"));
        checks.add(new ConformanceCheck("Without a format the image is SVG", OptionChecks::defaultFormat));
        checks.add(new ConformanceCheck("The last of several options counts", OptionChecks::lastCounts));
        checks.add(new ConformanceCheck("stderr: separate keeps errors apart", OptionChecks::separate));
        checks.add(new ConformanceCheck("stderr: stdout joins errors with the output", peer -> joined(peer, "stdout")));
        checks.add(
                new ConformanceCheck("Without stderr errors are joined with the output", peer -> joined(peer, null)));
        GOOD.forEach(
                json -> checks.add(new ConformanceCheck("options " + json + " is taken", peer -> taken(peer, json))));
        BAD.forEach(json -> checks.add(refused(
                "options " + json + " is refused",
                d -> d.main(Programs.DRAWS_NOTHING).options(json).run())));
        return checks;
    }

    private static ConformanceCheck image(String format, String... beginnings) {
        return new ConformanceCheck("format: " + format + " gives an image of that kind, then success", peer -> {
            try (Dialogue dialogue = peer.open()) {
                dialogue.main(Programs.CIRCLE)
                        .options("{\"format\": \"" + format + "\"}")
                        .run();
                dialogue.toTheEnd().expectImage(format, beginnings).expectSuccess();
            }
        });
    }

    private static void defaultFormat(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.main(Programs.CIRCLE).run();
            dialogue.toTheEnd().expectImage("svg", "<?xml", "<svg").expectSuccess();
        }
    }

    private static void lastCounts(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.options("{\"format\": \"png\", \"verbosity\": 0}")
                    .main(Programs.CIRCLE)
                    .options("{\"format\": \"pdf\"}")
                    .run();
            dialogue.toTheEnd().expectImage("pdf", "%PDF-").expectSuccess();
        }
    }

    /** A program that draws nothing ends soon, and in a way that only a task that ran can end. */
    private static void taken(ServerUnderTest peer, String json) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.main(Programs.DRAWS_NOTHING).options(json).run();
            dialogue.toTheEnd().expectFailure("No image output");
        }
    }

    private static void separate(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.main(Programs.SYNTAX_ERROR)
                    .options("{\"stderr\": \"separate\"}")
                    .run();
            dialogue.toTheEnd().expectOutput("stderr", "main.asy").expectNoOutput("stdout");
        }
    }

    private static void joined(ServerUnderTest peer, String mode) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.main(Programs.SYNTAX_ERROR);
            if (mode != null) {
                dialogue.options("{\"stderr\": \"" + mode + "\"}");
            }
            dialogue.run();
            dialogue.toTheEnd().expectOutput("stdout", "main.asy").expectNoOutput("stderr");
        }
    }
}

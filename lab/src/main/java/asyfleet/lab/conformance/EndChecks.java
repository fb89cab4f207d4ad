package asyfleet.lab.conformance;

import java.util.List;

/** The checks of how tasks end, and of the texts that say so, letter for letter. */
final class EndChecks {

    private EndChecks() {}

    static List<ConformanceCheck> all() {
        return List.of(
                new ConformanceCheck("What the program writes comes before complete", EndChecks::output),
                new ConformanceCheck(
                        "complete says how long the execution took, in whole milliseconds", EndChecks::time),
                ends(
                        "A program that fails: Execution failed with code 1",
                        Programs.SYNTAX_ERROR,
                        "{}",
                        "Execution failed" + " with code 1"),
                ends("A program that draws nothing: No image output", Programs.DRAWS_NOTHING, "{}", "No image output"),
                ends(
                        "A program that runs too long: the time limit in ms",
                        Programs.ENDLESS,
                        "{\"timeout\": 3000}",
                        "Execution aborted due to the time limit \\(3000ms\\)"),
                ends(
                        "A program that writes too much: the output limit in B",
                        Programs.FLOODS,
                        "{\"timeout\": 30000}",
                        "Execution aborted due to the output limit \\([0-9]+B\\)"),
                new ConformanceCheck("options {\"timeout\"} after run shortens the time", EndChecks::shortened));
    }

    private static ConformanceCheck ends(String sentence, String program, String options, String error) {
        return new ConformanceCheck(sentence, peer -> {
            try (Dialogue dialogue = peer.open()) {
                dialogue.main(program).options(options).run();
                dialogue.toTheEnd().expectFailure(error);
            }
        });
    }

    private static void output(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.main(Programs.WRITES).run();
            dialogue.toTheEnd().expectOutput("stdout", "hello from the program").expectSuccess();
        }
    }

    private static void time(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.main(Programs.CIRCLE).run();
            Transcript transcript = dialogue.toTheEnd().expectSuccess();
            if (!transcript.last().json().path("time").isIntegralNumber()) {
                throw new Mismatch("an integer \"time\"", transcript.toString());
            }
        }
    }

    private static void shortened(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.main(Programs.ENDLESS)
                    .options("{\"timeout\": 30000}")
                    .run()
                    .options("{\"timeout\": 3000}");
            dialogue.toTheEnd().expectFailure("Execution aborted due to the time limit \\(3000ms\\)");
        }
    }
}

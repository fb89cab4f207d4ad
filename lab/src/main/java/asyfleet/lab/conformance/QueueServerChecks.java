package asyfleet.lab.conformance;

import static asyfleet.lab.conformance.UploadChecks.refused;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** The checks of what a queue server has beyond a backend: hashes, files that are restored, a queue. */
final class QueueServerChecks {

    private static final String ZEROES = "0".repeat(64);

    private QueueServerChecks() {}

    static List<ConformanceCheck> all() {
        return List.of(
                new ConformanceCheck(
                        "queue {\"passed\": true} comes before anything of the program's", QueueServerChecks::passed),
                new ConformanceCheck("A file with the right hash is taken", QueueServerChecks::rightHash),
                new ConformanceCheck("A file that was uploaded recently is restored", QueueServerChecks::restored),
                new ConformanceCheck(
                        "missing names the files that are not stored, and run has a second chance",
                        QueueServerChecks::secondChance),
                new ConformanceCheck("missing names no file that is there", QueueServerChecks::onlyTheMissing),
                new ConformanceCheck(
                        "A server that takes up asy.keep runs the next task on the same connection",
                        QueueServerChecks::keptConnection),
                new ConformanceCheck(
                        "A task that begins before the one before it has ended is denied",
                        QueueServerChecks::beganTooEarly),
                refused("A wrong hash is denied", d -> d.add(file("main.asy", ZEROES, false), Programs.CIRCLE)
                        .run()),
                refused(
                        "A hash that is no SHA-256 is denied",
                        d -> d.add(file("main.asy", "abc", false), Programs.CIRCLE)),
                refused("restore without a hash is denied", d -> d.say(
                                "add {\"filename\": \"main.asy\", \"main\": true, \"restore\": true}")
                        .run()),
                refused("A timeout that is none of 3000, 10000, 30000 is denied", d -> d.main(Programs.CIRCLE)
                        .options("{\"timeout\": 5000}")
                        .run()));
    }

    private static String file(String name, String hash, boolean restore) {
        return "{\"filename\": \"" + name + "\", \"main\": " + name.startsWith("main") + ", \"hash\": \"" + hash + "\""
                + (restore ? ", \"restore\": true}" : "}");
    }

    private static String restore(String name, String hash) {
        return "add " + file(name, hash, true);
    }

    private static void passed(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.main(Programs.WRITES).run();
            List<Message> messages = dialogue.toTheEnd().messages();
            for (Message message : messages) {
                if (!message.verb().equals("queue")) {
                    throw new Mismatch("queue {\"passed\": true} first", new Transcript(messages).toString());
                }
                JsonNode estimate = message.json().path("estimate");
                if (!estimate.isMissingNode() && !estimate.isIntegralNumber()) {
                    throw new Mismatch("an integer estimate", message.toString());
                }
                if (message.flag("passed")) {
                    return;
                }
            }
        }
    }

    private static void rightHash(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.open()) {
            dialogue.add(file("main.asy", sha256(Programs.CIRCLE), false), Programs.CIRCLE)
                    .run();
            dialogue.toTheEnd().expectSuccess();
        }
    }

    private static void keptConnection(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.openKept()) {
            dialogue.main(Programs.CIRCLE).run();
            if (!dialogue.isKept()) {
                dialogue.toTheEnd().expectSuccess();
                return;
            }
            dialogue.until(Message::isLast).expectSuccess();
            dialogue.main(Programs.WRITES).run();
            dialogue.until(Message::isLast).expectSuccess();
        }
    }

    private static void beganTooEarly(ServerUnderTest peer) {
        try (Dialogue dialogue = peer.openKept()) {
            dialogue.main(Programs.ENDLESS).run().main(Programs.CIRCLE);
            dialogue.expectRefusal();
        }
    }

    private static void restored(ServerUnderTest peer) {
        String program = unique("write(\"restored\");");
        String hash = sha256(program);
        try (Dialogue first = peer.open()) {
            first.add(file("main.asy", hash, false), program).run();
            first.toTheEnd().expectOutput("stdout", "restored");
        }
        try (Dialogue second = peer.open()) {
            second.say(restore("main.asy", hash)).run();
            second.toTheEnd().expectOutput("stdout", "restored");
        }
    }

    private static void secondChance(ServerUnderTest peer) {
        String program = unique("write(\"second chance\");");
        String hash = sha256(program);
        try (Dialogue dialogue = peer.open()) {
            dialogue.say(restore("main.asy", hash)).run();
            expectMissing(dialogue.next(), "main.asy", hash);
            dialogue.add(file("main.asy", hash, false), program).run();
            dialogue.toTheEnd().expectOutput("stdout", "second chance");
        }
    }

    private static void onlyTheMissing(ServerUnderTest peer) {
        String hash = sha256(unique(""));
        try (Dialogue dialogue = peer.open()) {
            dialogue.main("import helper;").say(restore("helper.asy", hash)).run();
            expectMissing(dialogue.next(), "helper.asy", hash);
        }
    }

    private static void expectMissing(Message message, String name, String hash) {
        boolean one = message.verb().equals("missing")
                && message.json().isArray()
                && message.json().size() == 1;
        JsonNode file = message.json().path(0);
        if (!one
                || !file.path("filename").asString("").equals(name)
                || !file.path("hash").asString("").equalsIgnoreCase(hash)) {
            throw new Mismatch("missing [" + name + ", " + hash + "]", message.toString());
        }
    }

    /** A program that no earlier run of this suite has left on the server. */
    private static String unique(String program) {
        return program + " // " + UUID.randomUUID();
    }

    /** Our own, not the product's, which this is to look at from outside. */
    private static String sha256(String contents) {
        try {
            byte[] bytes = contents.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has SHA-256", e);
        }
    }
}

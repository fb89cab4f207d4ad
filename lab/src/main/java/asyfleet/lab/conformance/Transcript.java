package asyfleet.lab.conformance;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** All that a server said until it was done. The checks ask it; what is not as expected is a {@link Mismatch}. */
record Transcript(List<Message> messages) {

    Message last() {
        return messages.get(messages.size() - 1);
    }

    List<Message> all(String verb) {
        return messages.stream().filter(message -> message.verb().equals(verb)).toList();
    }

    /** The output of the program on that stream, put together. */
    String output(String stream) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        all("output").stream()
                .filter(message -> message.text("stream").equals(stream))
                .forEach(message -> bytes.writeBytes(message.contents()));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    Transcript expectOutput(String stream, String part) {
        if (!output(stream).contains(part)) {
            throw new Mismatch("\"" + part + "\" in the output of " + stream, toString());
        }
        return this;
    }

    Transcript expectNoOutput(String stream) {
        if (!output(stream).isEmpty()) {
            throw new Mismatch("no output of " + stream, toString());
        }
        return this;
    }

    Transcript expectSuccess() {
        if (!last().verb().equals("complete") || !last().flag("success")) {
            throw new Mismatch("complete with success: true", toString());
        }
        return this;
    }

    /** Complete, without success, and with an error that is, letter for letter, what the pattern says. */
    Transcript expectFailure(String errorPattern) {
        boolean failed = last().verb().equals("complete") && !last().flag("success");
        if (!failed || !Pattern.matches(errorPattern, last().text("error"))) {
            throw new Mismatch("complete with success: false and the error " + errorPattern, toString());
        }
        return this;
    }

    /** An image that begins with one of the texts, of which there must be at least one. */
    Transcript expectImage(String format, String... beginnings) {
        List<Message> results = all("result");
        if (results.isEmpty() || !results.get(0).text("format").equals(format)) {
            throw new Mismatch("result {\"format\": \"" + format + "\"}", toString());
        }
        String image = new String(results.get(0).contents(), StandardCharsets.ISO_8859_1);
        if (List.of(beginnings).stream().noneMatch(image::startsWith)) {
            throw new Mismatch("an image that begins like " + format, toString());
        }
        return this;
    }

    @Override
    public String toString() {
        return messages.isEmpty()
                ? "nothing"
                : String.join(", ", messages.stream().map(Message::toString).toList());
    }
}

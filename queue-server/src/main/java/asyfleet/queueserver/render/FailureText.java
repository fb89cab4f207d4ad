package asyfleet.queueserver.render;

import asyfleet.net.http.HttpError;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A failure as one text for people, for clients of other servers, which show nothing else. */
public final class FailureText {

    private static final int MOST_CHARACTERS_OF_OUTPUT = 4000;

    private FailureText() {}

    /** The summary if there is one, what to do about it, and what the program wrote. */
    public static String of(HttpError error) {
        Map<String, Object> known = error.details();
        return Stream.of(
                        known.getOrDefault("summary", error.getMessage()),
                        known.getOrDefault("hint", ""),
                        beginning(Objects.toString(known.get("output"), "").strip()))
                .map(Object::toString)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    private static String beginning(String output) {
        return output.length() <= MOST_CHARACTERS_OF_OUTPUT
                ? output
                : output.substring(0, MOST_CHARACTERS_OF_OUTPUT) + "…";
    }
}

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

    /** The error, its place and a remedy, as far as they are known, and the output of the program. */
    public static String of(HttpError error) {
        Map<String, Object> known = error.details();
        String what = known.containsKey("summary") ? place(known) + known.get("summary") : error.getMessage();
        String output = beginning(Objects.toString(known.get("output"), "").strip());
        return Stream.of(what, Objects.toString(known.get("hint"), ""), output)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /** As compilers write it: {@code main.asy:4:6: }. */
    private static String place(Map<String, Object> known) {
        return Stream.of("file", "line", "column")
                .map(known::get)
                .filter(Objects::nonNull)
                .map(part -> part + ":")
                .collect(Collectors.joining("", "", known.containsKey("file") ? " " : ""));
    }

    private static String beginning(String output) {
        return output.length() <= MOST_CHARACTERS_OF_OUTPUT
                ? output
                : output.substring(0, MOST_CHARACTERS_OF_OUTPUT) + "…";
    }
}

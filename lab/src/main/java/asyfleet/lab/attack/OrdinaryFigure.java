package asyfleet.lab.attack;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.config.StartFailure;
import asyfleet.protocol.task.Format;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** A small labelled figure that an ordinary client asks for again and again; it must never change. */
final class OrdinaryFigure {

    private static final String PROGRAM =
            "size(3cm); draw(unitcircle); label(\"$x^2+y^2=1$\", (0,0)); write(\"drawn\");\n";
    private static final String OUTPUT = "drawn\n";
    private static final int FIRST = 5;
    private static final int TRIES = 3;

    /** Beyond all patience of clients. */
    private static final Duration GIVEN_UP = Duration.ofSeconds(60);

    private final AsyfleetClient client;
    private final byte[] picture;
    private final double usualSeconds;

    private OrdinaryFigure(AsyfleetClient client, byte[] picture, double usualSeconds) {
        this.client = client;
        this.picture = picture;
        this.usualSeconds = usualSeconds;
    }

    /** Draws it a few times in every format, so that the fleet is as warm as it gets. */
    static OrdinaryFigure first(AsyfleetClient client) {
        List<ObservedEnd> figures = new ArrayList<>();
        for (int i = 0; i < FIRST; i++) {
            render(client, Format.PDF);
            render(client, Format.PNG);
            figures.add(render(client, Format.SVG));
        }
        ObservedEnd fastest = Collections.min(figures, Comparator.comparingDouble(ObservedEnd::seconds));
        byte[] picture = fastest.picture().orElseThrow(() -> new StartFailure("the fleet draws nothing: " + fastest));
        return new OrdinaryFigure(client, picture, fastest.seconds());
    }

    private static ObservedEnd render(AsyfleetClient client, Format format) {
        return HostileTask.program(PROGRAM + "// " + System.nanoTime(), format)
                .start(client)
                .await(GIVEN_UP);
    }

    /** Draws it once more: it must have the same bytes, the same output, and come in about the same time. */
    Seen drawnAsBefore() {
        List<String> times = new ArrayList<>();
        // One that is slow may share the machine with something else; what an attack holds up is slow every time.
        while (times.size() < TRIES) {
            ObservedEnd end = render(client, Format.SVG);
            if (!isSame(end)) {
                return Seen.broken("not the figure but " + end + " with output '" + end.output() + "'");
            }
            times.add("%.1f s".formatted(end.seconds()));
            if (end.seconds() < mostSeconds()) {
                return Seen.held(String.join(", then ", times));
            }
        }
        return Seen.broken(String.join(", then ", times));
    }

    private boolean isSame(ObservedEnd end) {
        return end.output().equals(OUTPUT)
                && end.picture().filter(drawn -> Arrays.equals(drawn, picture)).isPresent();
    }

    /** Generous: what is looked for is a figure that waits for an attack to end, not one that shares a processor with it. */
    private double mostSeconds() {
        return 1 + 3 * usualSeconds;
    }
}

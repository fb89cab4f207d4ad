package asyfleet.lab.chaos.figure;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.Image;
import asyfleet.client.connect.ServerAddress;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.connect.TaskSources;
import asyfleet.config.StartFailure;
import asyfleet.lab.chaos.history.ClientDoor;
import asyfleet.lab.chaos.history.ExpectedEnd;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.wire.Sha256;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The ends of all figures, each run alone on a fleet that is whole, before anything is broken. Immutable once drawn.
 */
public final class ReferenceEnds {

    /** Stands in kept output for the words of the task. */
    private static final String WORDS = "\u0001";

    /** Numbers that no task of a run has. */
    private static final int FIRST_TASK = 900_000;

    /** @param output with {@link #WORDS} */
    private record Alone(String code, Optional<String> picture, String output) {}

    /** The name of a reference. */
    private record Look(FigureKind kind, int width) {}

    private final Map<Look, Alone> alone = new HashMap<>();

    private ReferenceEnds() {}

    /** Draws every figure of every width, one at a time. */
    public static ReferenceEnds draw(URI fleet) {
        ReferenceEnds ends = new ReferenceEnds();
        URI address = ServerAddress.parse(fleet.toString(), "/asy");
        try (AsyfleetClient client = AsyfleetClient.connect(ClientSettings.of(address))) {
            for (FigureKind kind : FigureKind.values()) {
                ends.draw(client, kind);
            }
        }
        return ends;
    }

    /** Figures without a picture look the same whatever their width. */
    private void draw(AsyfleetClient client, FigureKind kind) {
        int widths = kind.draws() && kind.drawnLike() == kind ? ChaosFigure.WIDTHS : 1;
        for (int i = 0; i < widths; i++) {
            ChaosFigure figure = ChaosFigure.of(kind, FIRST_TASK + i);
            Alone end = run(client, figure);
            if (kind.draws() && end.picture.isEmpty()) {
                throw new StartFailure("a fleet that is whole does not draw " + figure + " but ends with " + end.code);
            }
            alone.put(new Look(kind, kind.draws() ? figure.width() : 0), end);
        }
    }

    private static Alone run(AsyfleetClient client, ChaosFigure figure) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        TaskObserver observer = new TaskObserver() {
            @Override
            public void output(OutputStreamName stream, byte[] contents) {
                output.writeBytes(contents);
            }
        };
        TaskOutcome outcome = client.render(TaskSources.of(figure.program()), figure.options(), observer)
                .toCompletableFuture()
                .join();
        String text = output.toString(StandardCharsets.UTF_8).replace(figure.words(), WORDS);
        if (outcome instanceof TaskOutcome.Rendered rendered) {
            return new Alone(EndCode.OK.name(), digest(rendered.images()), text);
        }
        if (outcome instanceof TaskOutcome.Failed failed && failed.verdict().isPresent()) {
            return new Alone(failed.verdict().map(Verdict::code).get().name(), digest(failed.images()), text);
        }
        throw new StartFailure("a fleet that is whole does not run " + figure + " but answers " + outcome);
    }

    private static Optional<String> digest(List<Image> images) {
        return images.isEmpty()
                ? Optional.empty()
                : Optional.of(digest(images.get(images.size() - 1).contents()));
    }

    /** Short enough to read, long enough to differ. */
    public static String digest(byte[] picture) {
        return Sha256.hex(picture).substring(0, 16);
    }

    /** The end of a figure, as far as a client of that door gets to see it. */
    public ExpectedEnd expected(ChaosFigure figure, ClientDoor door) {
        FigureKind kind = figure.kind();
        FigureKind drawn = kind.drawnLike();
        Alone own = kind == drawn ? alone.get(new Look(kind, kind.draws() ? figure.width() : 0)) : null;
        Alone like = alone.get(new Look(drawn, drawn.draws() ? figure.width() : 0));
        Alone writes = own != null ? own : anyOf(kind);
        boolean outputShown = door != ClientDoor.RENDER || !writes.code.equals(EndCode.OK.name());
        return new ExpectedEnd(
                kind.name().toLowerCase(Locale.ROOT),
                writes.code,
                like.picture,
                outputShown ? Optional.of(writes.output.replace(WORDS, figure.words())) : Optional.empty());
    }

    private Alone anyOf(FigureKind kind) {
        return alone.entrySet().stream()
                .filter(entry -> entry.getKey().kind == kind)
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }
}

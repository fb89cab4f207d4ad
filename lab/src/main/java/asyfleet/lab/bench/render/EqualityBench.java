package asyfleet.lab.bench.render;

import asyfleet.backend.execute.Launcher;
import asyfleet.backend.warm.Difference;
import asyfleet.backend.warm.Rendering;
import asyfleet.backend.warm.WarmStart;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/**
 * The comparison of figures that are drawn cold and warm, in all that is left of them. One that is not the same is
 * drawn cold once more: if that is not the same either, the figure is never the same twice.
 */
final class EqualityBench {

    private final WarmStart cold;
    private final WarmStart warm;
    private final Duration limit;

    private int same;
    private int tooSlow;
    private int neverTheSame;
    private int different;

    EqualityBench(WarmStart cold, WarmStart warm, Duration limit) {
        this.cold = cold;
        this.warm = warm;
        this.limit = limit;
    }

    int run(Examples examples, PrintStream out) throws IOException {
        try (Launcher coldly = cold.launcher(cold.sandbox(), Runnable::run);
                Launcher warmly = warm.launcher(warm.sandbox(), Runnable::run)) {
            for (String name : examples.names()) {
                compare(name, examples, coldly, warmly, out);
            }
        }
        out.printf(
                "%d figures: %d the same, %d different, %d never the same twice, %d took longer than %d s%n",
                examples.names().size(), same, different, neverTheSame, tooSlow, limit.toSeconds());
        out.printf("warm for %d of them%n", warm.figures().reused());
        return different == 0 ? 0 : 1;
    }

    private void compare(String name, Examples examples, Launcher coldly, Launcher warmly, PrintStream out)
            throws IOException {
        Rendering expected = Rendering.of(coldly, examples.request(name, limit));
        if (expected.exitCode().isEmpty()) {
            tooSlow++;
            out.printf("%-28s too slow%n", name);
            return;
        }
        Optional<String> difference = Difference.between(expected, Rendering.of(warmly, examples.request(name, limit)));
        if (difference.isEmpty()) {
            same++;
        } else if (Difference.between(expected, Rendering.of(coldly, examples.request(name, limit)))
                .isPresent()) {
            neverTheSame++;
            out.printf("%-28s never the same twice%n", name);
        } else {
            different++;
            out.printf("%-28s DIFFERENT: %s%n", name, difference.get());
        }
    }
}

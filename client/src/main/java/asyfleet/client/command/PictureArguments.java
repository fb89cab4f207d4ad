package asyfleet.client.command;

import asyfleet.config.ValueType;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options about the pictures of a figure and the time that it gets. */
public final class PictureArguments {

    @Option(
            names = {"-f", "--format"},
            split = ",",
            paramLabel = "FORMAT",
            description = "svg, pdf, png, html or eps; several with commas (as the output is called, else svg).")
    private List<String> formats = List.of();

    @Option(names = "--scale", paramLabel = "N", description = "Pixels of a PNG per point, 1 to 8 (2).")
    private Integer scale;

    @Option(names = "--dpi", paramLabel = "N", description = "The same per inch, 72 to 576 (144).")
    private Integer dpi;

    @Option(names = "--transparent", description = "A PNG without a white background.")
    private boolean transparent;

    @Option(names = "--text", description = "Letters of an SVG stay letters; they can be searched and copied.")
    private boolean text;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "Run each figure for at most that long: one of the server's levels, such as 3s, 10s or 30s.")
    private String timeout;

    @Option(
            names = {"-v", "--verbosity"},
            paramLabel = "N",
            defaultValue = "0",
            description = "Of Asymptote, 0 to 3 (${DEFAULT-VALUE}).")
    private int verbosity;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec mixee;

    /** @param usual the format if none was said */
    public TaskOptions options(Format usual) {
        List<Format> wanted = formats.isEmpty()
                ? List.of(usual)
                : formats.stream().map(this::format).distinct().toList();
        PictureOptions pictures = new PictureOptions(
                wanted.size() > 1 ? wanted : null, resolution(), transparent ? true : null, text ? true : null);
        return new TaskOptions(false, millis(), wanted.get(0), StderrMode.SEPARATE, verbosity, pictures);
    }

    private Format format(String name) {
        return Format.ofWire(name)
                .orElseThrow(() -> wrong("--format is '" + name + "'; expected svg, pdf, png, html or eps"));
    }

    private Integer millis() {
        if (timeout == null) {
            return null;
        }
        try {
            Duration limit = ValueType.duration().parse().apply(timeout);
            return Math.toIntExact(limit.toMillis());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw wrong("--timeout is '" + timeout + "'; expected a time such as 10s or 10000 (milliseconds)");
        }
    }

    private Integer resolution() {
        if (scale == null) {
            return dpi == null
                    ? null
                    : (Integer) within("--dpi", dpi, PictureOptions.DPI_OF_SCALE, PictureOptions.MAX_DPI);
        }
        if (dpi != null) {
            throw wrong("--scale is " + scale + " and --dpi is " + dpi + "; expected one of the two");
        }
        return PictureOptions.DPI_OF_SCALE * within("--scale", scale, 1, PictureOptions.MAX_SCALE);
    }

    private int within(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong(name + " is " + value + "; expected " + least + " to " + most);
        }
        return value;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(mixee.commandLine(), message);
    }
}

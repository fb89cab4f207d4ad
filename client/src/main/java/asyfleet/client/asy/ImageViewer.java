package asyfleet.client.asy;

import asyfleet.client.command.UserStreams;
import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The program that shows an image for {@code -V}: the one of {@code asy}'s own variables, such as ASYMPTOTE_PDFVIEWER, else
 * that of the desktop. It is started, and not waited for.
 */
record ImageViewer(UserStreams streams) {

    private static final String DESKTOP = "xdg-open";

    /** A viewer that is not there is no failure: the image is written. */
    void show(Format format, Path image) {
        String program = program(format);
        try {
            new ProcessBuilder(List.of(program, image.toString()))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            streams.err().println("asy: cannot show " + image + ": there is no program " + program);
        }
    }

    /** The names that {@code asy} has for these programs, in its order, and the programs. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("htmlviewer", program(Format.HTML));
        settings.put("pdfviewer", program(Format.PDF));
        settings.put("psviewer", program(Format.EPS));
        return settings;
    }

    private String program(Format format) {
        Map<String, String> environment = streams.environment();
        return switch (format) {
            case EPS -> environment.getOrDefault("ASYMPTOTE_PSVIEWER", DESKTOP);
            case PDF -> environment.getOrDefault("ASYMPTOTE_PDFVIEWER", DESKTOP);
            case HTML -> environment.getOrDefault("ASYMPTOTE_HTMLVIEWER", DESKTOP);
            case SVG, PNG -> DESKTOP;
        };
    }
}

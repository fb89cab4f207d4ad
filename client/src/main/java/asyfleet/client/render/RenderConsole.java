package asyfleet.client.render;

import asyfleet.client.connect.TaskObserver;
import asyfleet.protocol.task.OutputStreamName;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/**
 * The output that the user sees: the program's own words where the user expects them, everything of ours on standard
 * error. Used by the client's thread and the command's; each line is one call, so lines stay whole.
 *
 * @param programOutput what the program writes to its standard output
 * @param notes the rest
 * @param quiet leaves out what is only news
 */
record RenderConsole(PrintStream programOutput, PrintStream notes, boolean quiet) {

    void news(String figure, String text) {
        if (!quiet) {
            notes.println(figure + ": " + text);
        }
    }

    void problem(String where, String text) {
        notes.println(where + ": " + text);
    }

    TaskObserver listener(String figure) {
        return new TaskObserver() {

            @Override
            public void waiting(Optional<Duration> estimate) {
                news(figure, "waiting" + estimate.map(RenderConsole::about).orElse(""));
            }

            @Override
            public void started() {
                news(figure, "running");
            }

            @Override
            public void output(OutputStreamName stream, byte[] contents) {
                PrintStream out = stream == OutputStreamName.STDERR ? notes : programOutput;
                out.write(contents, 0, contents.length);
                out.flush();
            }
        };
    }

    private static String about(Duration estimate) {
        return ", about " + Math.max(1, Math.round(estimate.toMillis() / 1000.0)) + " s";
    }
}

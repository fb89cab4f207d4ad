package asyfleet.client.asy;

import asyfleet.client.command.ServerAdvice;
import asyfleet.client.command.UserStreams;
import asyfleet.client.connect.Image;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The exit code for the end of a file, after its images are written and what is left to say is said.
 *
 * @param explained whether the program has said itself what is wrong
 */
record AsyEnd(String file, boolean explained, ImageSink images, UserStreams streams)
        implements TaskOutcome.Handler<Integer> {

    private static final int FAILED = 1;

    /** Takes the images of a file. */
    interface ImageSink {

        void write(List<Image> images) throws IOException;
    }

    @Override
    public Integer on(TaskOutcome.Rendered rendered) {
        return write(rendered.images(), 0);
    }

    /** A program that draws nothing is no failure for asy, and neither is it here. */
    @Override
    public Integer on(TaskOutcome.Failed failed) {
        boolean drewNothing = failed.images().isEmpty()
                && failed.verdict()
                        .filter(verdict -> verdict.code() == EndCode.NO_IMAGE)
                        .isPresent();
        if (drewNothing) {
            return 0;
        }
        int code = lack(failed).map(this::failed).orElseGet(() -> explained ? FAILED : failed(failed.error()));
        return write(failed.images(), code);
    }

    /** The fleet's words for a program or module that it lacks: those of asy speak of a machine that its user cannot change. */
    private static Optional<String> lack(TaskOutcome.Failed failed) {
        return failed.verdict()
                .map(Verdict::details)
                .map(details -> details.words(""))
                .filter(words -> words.startsWith("This server "));
    }

    @Override
    public Integer on(TaskOutcome.Denied denied) {
        return failed(denied.error());
    }

    @Override
    public Integer on(TaskOutcome.Lost lost) {
        return failed(lost.reason());
    }

    @Override
    public Integer on(TaskOutcome.Unreachable unreachable) {
        return failed(unreachable.reason() + ServerAdvice.of(streams.environment()));
    }

    @Override
    public Integer on(TaskOutcome.Cancelled cancelled) {
        return failed("cancelled");
    }

    private int failed(String why) {
        streams.err().println(file + ": error: " + why);
        return FAILED;
    }

    private int write(List<Image> drawn, int code) {
        try {
            images.write(drawn);
            return code;
        } catch (IOException e) {
            return failed("cannot write the image: " + e.getMessage());
        }
    }
}

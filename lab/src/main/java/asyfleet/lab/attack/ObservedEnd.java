package asyfleet.lab.attack;

import asyfleet.client.connect.Image;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * The end of a task, as its client saw it.
 *
 * @param code empty if the connection was lost, or if there was no end in time
 * @param output the beginning of what it wrote
 */
record ObservedEnd(Optional<EndCode> code, String reason, List<Image> images, String output, double seconds) {

    static ObservedEnd of(TaskOutcome outcome, String output, double seconds) {
        return outcome.accept(new TaskOutcome.Handler<>() {
            @Override
            public ObservedEnd on(TaskOutcome.Rendered rendered) {
                return new ObservedEnd(Optional.of(EndCode.OK), "", rendered.images(), output, seconds);
            }

            @Override
            public ObservedEnd on(TaskOutcome.Failed failed) {
                Optional<EndCode> code = failed.verdict().map(Verdict::code);
                return new ObservedEnd(code, failed.error(), failed.images(), output, seconds);
            }

            @Override
            public ObservedEnd on(TaskOutcome.Denied denied) {
                return new ObservedEnd(denied.code(), denied.error(), List.of(), output, seconds);
            }

            @Override
            public ObservedEnd on(TaskOutcome.Lost lost) {
                return new ObservedEnd(Optional.empty(), lost.reason(), List.of(), output, seconds);
            }

            @Override
            public ObservedEnd on(TaskOutcome.Unreachable unreachable) {
                return new ObservedEnd(Optional.empty(), unreachable.reason(), List.of(), output, seconds);
            }

            @Override
            public ObservedEnd on(TaskOutcome.Cancelled cancelled) {
                return new ObservedEnd(Optional.of(EndCode.ABORTED), "", List.of(), output, seconds);
            }
        });
    }

    static ObservedEnd none(String output, double seconds) {
        return new ObservedEnd(Optional.empty(), "no end", List.of(), output, seconds);
    }

    /** The last picture of a task that ended well. */
    Optional<byte[]> picture() {
        return code.equals(Optional.of(EndCode.OK)) && !images.isEmpty()
                ? Optional.of(images.get(images.size() - 1).contents())
                : Optional.empty();
    }

    @Override
    public String toString() {
        return "%s after %.1f s".formatted(code.map(EndCode::name).orElse(reason), seconds);
    }
}

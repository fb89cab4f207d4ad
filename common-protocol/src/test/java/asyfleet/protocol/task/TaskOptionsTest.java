package asyfleet.protocol.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.ClientMessage.Options;
import org.junit.jupiter.api.Test;

class TaskOptionsTest {

    @Test
    void aTaskThatSaysNothingIsADefaultTaskForSvg() {
        assertEquals(new TaskOptions(false, null, Format.SVG, StderrMode.STDOUT, 0), TaskOptions.DEFAULT);
    }

    @Test
    void optionsChangeOnlyWhatTheySet() {
        TaskOptions first = TaskOptions.DEFAULT.with(new Options(true, null, Format.PDF, null, 2));
        assertEquals(new TaskOptions(true, null, Format.PDF, StderrMode.STDOUT, 2), first);
        TaskOptions second = first.with(new Options(null, 3000, null, StderrMode.SEPARATE, 0));
        assertEquals(new TaskOptions(true, 3000, Format.PDF, StderrMode.SEPARATE, 0), second);
    }

    @Test
    void emptyOptionsChangeNothing() {
        TaskOptions options = new TaskOptions(true, 10_000, Format.PNG, StderrMode.SEPARATE, 3);
        assertEquals(options, options.with(new Options(null, null, null, null, null)));
    }
}

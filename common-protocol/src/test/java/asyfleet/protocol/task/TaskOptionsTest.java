package asyfleet.protocol.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.ClientMessage.Options;
import java.util.List;
import java.util.Map;
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
    void severalFormatsReplaceOneAndOneReplacesSeveral() {
        List<Format> both = List.of(Format.PNG, Format.SVG);
        TaskOptions several = TaskOptions.DEFAULT.with(new PictureOptions(both, 96, null, null));
        assertEquals(both, several.formats());
        assertEquals(Format.PNG, several.format());

        TaskOptions one = several.with(new Options(null, null, Format.PDF, null, null));
        assertEquals(List.of(Format.PDF), one.formats());
        assertEquals(96, one.picture().resolution());
    }

    @Test
    void optionsOfPicturesAreTheSameAfterTheyWereTexts() {
        PictureOptions all = new PictureOptions(List.of(Format.EPS, Format.HTML), 300, true, false);
        assertEquals(all, PictureOptions.ofTexts(all.toTexts()::get));
        assertEquals(PictureOptions.DEFAULT, PictureOptions.ofTexts(name -> null));
    }

    @Test
    void nonsenseOfAnotherProgramCountsAsNotSaid() {
        Map<String, String> nonsense = Map.of("formats", "gif,,", "dpi", "many");
        assertEquals(PictureOptions.DEFAULT, PictureOptions.ofTexts(nonsense::get));
        assertEquals(
                PictureOptions.MAX_DPI,
                PictureOptions.ofTexts(Map.of("dpi", "999")::get).resolution());
    }

    @Test
    void emptyOptionsChangeNothing() {
        TaskOptions options = new TaskOptions(true, 10_000, Format.PNG, StderrMode.SEPARATE, 3);
        assertEquals(options, options.with(new Options(null, null, null, null, null)));
    }
}

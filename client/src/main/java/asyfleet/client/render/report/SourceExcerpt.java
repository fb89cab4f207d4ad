package asyfleet.client.render.report;

import asyfleet.terminal.Colours;
import asyfleet.terminal.StatusLine;

/** The line of a source with a mark below the place of an error. */
final class SourceExcerpt {

    private SourceExcerpt() {}

    static String of(Problem problem, Colours colours, int width) {
        String number = "%4d | ".formatted(problem.details().line());
        String text = StatusLine.harmless(problem.excerpt().replace('\t', ' '));
        String shown = text.substring(0, Math.min(text.length(), Math.max(0, width - number.length() - 1)));
        String line = colours.dim(number) + shown;
        Integer column = problem.details().column();
        if (column == null || column > shown.length() + 1) {
            return line;
        }
        return line + "\n" + colours.dim("     | ") + " ".repeat(column - 1) + colours.red("^");
    }
}

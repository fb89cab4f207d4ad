package asyfleet.queueserver.tasks.batch;

import asyfleet.net.http.HttpError;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Many figures that a client sends together, checked.
 *
 * @param terms of each of them
 */
record Batch(List<BatchFigure> figures, TaskTerms terms) {

    /** Plain components with slashes between them: the names become files on the client's machine. */
    private static final Pattern NAME =
            Pattern.compile("(?=.{1,200}$)[\\p{L}\\p{N}_][^\\p{Cntrl}/\\\\]*(/[\\p{L}\\p{N}_][^\\p{Cntrl}/\\\\]*)*");

    Batch {
        figures = List.copyOf(figures);
    }

    /**
     * One figure of a batch.
     *
     * @param name its images have it, too
     */
    record BatchFigure(String name, TaskRequest request) {

        BatchFigure {
            if (!NAME.matcher(name).matches()) {
                throw HttpError.badRequest("bad name of a figure " + Excerpt.of(name)
                        + "; expected at most 200 characters, such as chapter1/figure2");
            }
        }

        /** Others go first. */
        static BatchFigure of(String name, TaskRequest asked) {
            return new BatchFigure(
                    name, new TaskRequest(asked.files(), asked.main(), asked.options(), Door.BATCH.priority()));
        }
    }

    /** @throws HttpError if there are none or too many, or two have the same name */
    static Batch checked(List<BatchFigure> figures, TaskTerms terms) {
        if (figures.isEmpty()) {
            throw HttpError.badRequest("the batch has no figures; expected at least one");
        }
        Set<String> names = new HashSet<>();
        for (BatchFigure figure : figures) {
            if (!names.add(figure.name())) {
                throw HttpError.badRequest(
                        "two figures are called " + Excerpt.of(figure.name()) + "; expected each name once");
            }
        }
        return new Batch(figures, terms);
    }

    /** The figure of this number; the first is 1. */
    BatchFigure figure(int number) {
        return figures.get(number - 1);
    }

    int size() {
        return figures.size();
    }
}

package asyfleet.backend.execute;

import asyfleet.backend.sandbox.WorkDirectory;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage.Result;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The pictures that a task left. Each is sent, in the order they were finished; the one that the program did not name
 * itself comes last, so that a client that keeps one image keeps that one. The format is that of the file: a program
 * that sets {@code settings.outformat} gets what it set. A file that ends before its end, because its writer was
 * killed, is no picture.
 */
final class Images {

    /**
     * The pictures that were found.
     *
     * @param tooLarge how many bytes all pictures have, if more than allowed; those that fit are in {@code results}
     */
    record Found(List<Result> results, Optional<Long> tooLarge) {

        static Found of(Optional<Result> result) {
            return new Found(result.stream().toList(), Optional.empty());
        }
    }

    private record Candidate(WorkDirectory.Entry entry, String base, Format format) {

        /** Null if the program did not name it itself. */
        String name() {
            return base.equals(AsyCommand.PICTURE) ? null : base;
        }
    }

    private final WorkDirectory directory;
    private final Set<String> uploaded;
    private final int maxNames;

    /**
     * @param uploaded names of files that the task brought with it: they are not its pictures
     * @param maxNames how many names to look at
     */
    Images(WorkDirectory directory, Set<String> uploaded, int maxNames) {
        this.directory = directory;
        this.uploaded = uploaded;
        this.maxNames = maxNames;
    }

    Found collect(Format asked, long maxBytes) {
        List<Result> results = new ArrayList<>();
        long total = 0;
        for (Candidate candidate : candidates(asked)) {
            total += candidate.entry().size();
            if (total <= maxBytes) {
                read(candidate, maxBytes).ifPresent(results::add);
            }
        }
        return new Found(results, total > maxBytes ? Optional.of(total) : Optional.empty());
    }

    private Optional<Result> read(Candidate candidate, long maxBytes) {
        return directory
                .read(candidate.entry().name(), maxBytes)
                .flatMap(contents -> PictureFile.picture(candidate.format(), contents, candidate.name()));
    }

    private List<Candidate> candidates(Format asked) {
        List<Candidate> candidates = new ArrayList<>();
        for (WorkDirectory.Entry entry : directory.list(maxNames)) {
            candidate(entry).ifPresent(candidates::add);
        }
        Comparator<Candidate> unnamedLast = Comparator.comparing(one -> one.name() == null);
        Comparator<Candidate> askedLast = Comparator.comparing(one -> one.format() == asked);
        candidates.sort(unnamedLast
                .thenComparing(one -> one.entry().modified())
                .thenComparing(askedLast)
                .thenComparing(Candidate::base));
        return candidates;
    }

    private Optional<Candidate> candidate(WorkDirectory.Entry entry) {
        int dot = entry.name().lastIndexOf('.');
        if (dot <= 0 || uploaded.contains(entry.name())) {
            return Optional.empty();
        }
        String base = entry.name().substring(0, dot);
        // Asymptote's own files in between are NAME_.pdf, NAME_0.eps and so on; it removes them unless it is killed.
        return base.endsWith("_") || base.matches(AsyCommand.PICTURE + "_[0-9]+")
                ? Optional.empty()
                : Format.ofWire(entry.name().substring(dot + 1)).map(format -> new Candidate(entry, base, format));
    }
}

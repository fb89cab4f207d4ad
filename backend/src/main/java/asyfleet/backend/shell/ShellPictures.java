package asyfleet.backend.shell;

import asyfleet.backend.sandbox.WorkDirectory;
import asyfleet.backend.sandbox.WorkDirectory.Entry;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage.Result;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The picture files of a shell, of which it notices the changes. Asked again and again: asking costs a look at the file's
 * times, and there is no event to wait for that would say that the file is whole.
 *
 * <p>Owned by the look that is under way: there is one at a time, on a thread that the task's files may block.
 */
public final class ShellPictures {

    private final WorkDirectory directory;
    private final String name;
    private final BiFunction<Format, byte[], Optional<Result>> picture;
    private final long maxBytes;
    private final Map<Format, Entry> lastSeen = new EnumMap<>(Format.class);
    private byte[] lastSent = new byte[0];

    /**
     * @param name of the file, without its extension
     * @param picture makes it of the contents of its file; empty if these are only the beginning of one
     */
    public ShellPictures(
            WorkDirectory directory, String name, BiFunction<Format, byte[], Optional<Result>> picture, long maxBytes) {
        this.directory = directory;
        this.name = name;
        this.picture = picture;
        this.maxBytes = maxBytes;
    }

    /** The picture, if it is whole and not the one that was returned last. */
    Optional<Result> changed() {
        for (Format format : Format.values()) {
            Optional<Entry> entry = directory.find(name + "." + format.wire());
            if (entry.isPresent() && !entry.get().equals(lastSeen.get(format))) {
                Optional<Result> result = read(entry.get(), format);
                if (result.isPresent()) {
                    return result;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Result> read(Entry entry, Format format) {
        Optional<Result> result = directory
                .read(entry.name(), maxBytes)
                .flatMap(contents -> picture.apply(format, contents))
                // Changed while we read it: it is looked at again the next time.
                .filter(whole -> unchanged(entry));
        if (result.isEmpty()) {
            return Optional.empty();
        }
        lastSeen.put(format, entry);
        if (Arrays.equals(result.get().contents(), lastSent)) {
            return Optional.empty();
        }
        lastSent = result.get().contents();
        return result;
    }

    private boolean unchanged(Entry entry) {
        return directory.find(entry.name()).equals(Optional.of(entry));
    }
}

package asyfleet.client.connect;

import asyfleet.protocol.task.Format;
import java.util.Optional;

/**
 * An image that a task drew. The array is the caller's from now on.
 *
 * @param name that the program gave it, as in {@code shipout("a")}; the words of a stranger, so check it before you use it
 */
public record Image(Format format, byte[] contents, Optional<String> name) {

    /** One without a name. */
    public Image(Format format, byte[] contents) {
        this(format, contents, Optional.empty());
    }

    @Override
    public String toString() {
        return "Image[" + format + ", " + contents.length + "B]";
    }
}

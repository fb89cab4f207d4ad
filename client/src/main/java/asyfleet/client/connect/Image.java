package asyfleet.client.connect;

import asyfleet.protocol.task.Format;

/** An image that a task drew. The array is the caller's from now on. */
public record Image(Format format, byte[] contents) {

    @Override
    public String toString() {
        return "Image[" + format + ", " + contents.length + "B]";
    }
}

package asyfleet.ring.protocol;

/**
 * The most that one end of a conversation holds for the other.
 *
 * @param maxLineBytes of a message other than contents; programs that exist read no more than 1024 at once
 * @param maxNameChars of a host, group or job name
 * @param maxContentsBytes of the contents of a job, or of its output, that are kept; what is longer is read and dropped, so
 *     that it costs the job and not the connection
 */
public record RingLimits(int maxLineBytes, int maxNameChars, int maxContentsBytes) {

    public static final RingLimits DEFAULT = new RingLimits(1024, 255, 64 << 20);
}

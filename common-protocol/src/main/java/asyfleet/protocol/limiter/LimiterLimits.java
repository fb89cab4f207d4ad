package asyfleet.protocol.limiter;

/**
 * The sizes and numbers that the codec allows, checked while it decodes.
 *
 * @param maxMessageBytes of a whole message, over all its frames
 * @param maxValueChars of a single value: IDs and types are held as long as their request runs
 */
public record LimiterLimits(int maxMessageBytes, int maxValueChars) {

    public static final LimiterLimits DEFAULT = new LimiterLimits(16 << 10, 1000);
}

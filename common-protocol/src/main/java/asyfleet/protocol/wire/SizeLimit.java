package asyfleet.protocol.wire;

/**
 * The most bytes that a part of a message may have, and the error text for one that has more.
 *
 * @param what the part, as the error names it
 * @param before bytes of others that count towards the same limit
 */
public record SizeLimit(String what, int before, int maxBytes) {

    public boolean allows(long bytes) {
        return before + bytes <= maxBytes;
    }

    /**
     * The error for so many bytes.
     *
     * @param whole whether these are all, and no more can follow
     */
    public String excess(long bytes, boolean whole) {
        return "too long: " + what + ", " + (before + bytes) + " bytes" + (whole ? "" : " so far")
                + "; expected at most " + maxBytes;
    }
}

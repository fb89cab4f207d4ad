package asyfleet.redis.queueserver;

/**
 * The names of submissions: {@code GROUP.NUMBER}. Redis remembers the answers of a group together, so those that are sent
 * together cost it no more than one. For any thread.
 */
final class SubmissionNonces {

    /** Of one group; bounds the answers that Redis reads to find one. */
    private static final int MOST = 200;

    private final String server;
    private long group;
    private int number;

    /** @param server a name that no other process has or had */
    SubmissionNonces(String server) {
        this.server = server;
    }

    synchronized String next() {
        if (number == MOST) {
            nextGroup();
        }
        return server + "-" + group + "." + number++;
    }

    /** Begins a new group, for submissions that are sent later than those before. */
    synchronized void nextGroup() {
        group++;
        number = 0;
    }

    /** The group in a nonce. */
    static String group(String nonce) {
        return nonce.substring(0, dot(nonce));
    }

    /** The number in a nonce; one without a number is alone in its group. */
    static int number(String nonce) {
        return dot(nonce) == nonce.length() ? 0 : Integer.parseInt(nonce.substring(dot(nonce) + 1));
    }

    private static int dot(String nonce) {
        int dot = nonce.lastIndexOf('.');
        return dot < 0 ? nonce.length() : dot;
    }
}

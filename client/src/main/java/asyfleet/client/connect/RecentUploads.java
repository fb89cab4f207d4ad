package asyfleet.client.connect;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hashes of files that the server was given, so that they need not be sent again: a guess, which the server corrects
 * with {@code missing}. Bounded; the oldest is forgotten first. Owned by the client's thread.
 */
final class RecentUploads {

    private static final int MOST = 1000;

    /** Below this a round trip for {@code missing} costs more than the bytes. */
    private static final int WORTH_BYTES = 1024;

    private final Map<String, Boolean> hashes = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST;
        }
    };

    static boolean isWorthRestoring(byte[] contents) {
        return contents.length >= WORTH_BYTES;
    }

    boolean has(String hash) {
        return hashes.containsKey(hash);
    }

    void uploaded(String hash) {
        hashes.put(hash, true);
    }

    void forget(String hash) {
        hashes.remove(hash);
    }
}

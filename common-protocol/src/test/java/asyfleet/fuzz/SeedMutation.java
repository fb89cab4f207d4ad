package asyfleet.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Changes a seed in a few places. It knows nothing of the code under test; that is what Jazzer is for. */
record SeedMutation(Random random, List<byte[]> seeds) {

    private static final int MOST_CHANGES = 4;
    private static final int LONGEST_PIECE = 20;

    /** Bytes that mean something to some decoder. */
    private static final byte[] SPECIAL =
            "\0\t\n\r \"#%&'+,-./0129:;<=>?@[\\]_`{|}~\u007f\u0080\u00c3\u00ff".getBytes(StandardCharsets.ISO_8859_1);

    byte[] input() {
        byte[] input = seed();
        for (int i = random.nextInt(MOST_CHANGES); i >= 0; i--) {
            input = changed(input);
        }
        return input;
    }

    private byte[] changed(byte[] input) {
        int from = random.nextInt(input.length + 1);
        int to = Math.min(input.length, from + random.nextInt(LONGEST_PIECE));
        return switch (random.nextInt(5)) {
            case 0 -> replaced(input, from, to, new byte[0]);
            case 1 -> replaced(input, from, from, piece(input));
            case 2 -> replaced(input, from, to, piece(seed()));
            case 3 -> replaced(input, from, from, new byte[] {special()});
            default -> replaced(input, from, Math.min(input.length, from + 1), new byte[] {(byte) random.nextInt(256)});
        };
    }

    private byte[] seed() {
        return seeds.get(random.nextInt(seeds.size()));
    }

    private byte special() {
        return SPECIAL[random.nextInt(SPECIAL.length)];
    }

    private byte[] piece(byte[] of) {
        int from = random.nextInt(of.length + 1);
        int to = Math.min(of.length, from + random.nextInt(LONGEST_PIECE));
        return Arrays.copyOfRange(of, from, to);
    }

    private static byte[] replaced(byte[] input, int from, int to, byte[] piece) {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        output.write(input, 0, from);
        output.writeBytes(piece);
        output.write(input, to, input.length - to);
        return output.toByteArray();
    }
}

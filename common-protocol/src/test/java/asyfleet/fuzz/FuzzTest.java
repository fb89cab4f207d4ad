package asyfleet.fuzz;

import asyfleet.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A promise about any bytes that come from outside. A subclass states the promise in its Javadoc and checks it in
 * {@link #check}. The tests try the seeds and changes of them, always the same ones. {@link JazzerDriver} searches on.
 */
public abstract class FuzzTest {

    private static final int CHANGES = 500;

    /** Throws if the promise does not hold for this input. */
    protected abstract void check(byte[] input) throws Exception;

    /**
     * Inputs to begin with: one for each way through the decoder, and every input that once broke the promise. Each
     * character is a byte (ISO 8859-1).
     */
    protected abstract List<String> seeds();

    final List<byte[]> seedBytes() {
        return seeds().stream()
                .map(seed -> seed.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }

    @Test
    void thePromiseHoldsForEverySeed() {
        seedBytes().forEach(this::checkNaming);
    }

    @Test
    void thePromiseHoldsForSeedsThatWereChanged() {
        List<byte[]> seeds = seedBytes();
        Seeds.forEach(CHANGES, random -> checkNaming(new SeedMutation(random, seeds).input()));
    }

    private void checkNaming(byte[] input) {
        try {
            check(input);
        } catch (Throwable e) {
            throw new AssertionError("broken by the input with this Base64: " + base64(input), e);
        }
    }

    private static String base64(byte[] input) {
        return Base64.getEncoder().encodeToString(input);
    }

    /** A seed that is not text, as {@code ./asyfleet fuzz} prints it. */
    protected static String fromBase64(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.ISO_8859_1);
    }
}

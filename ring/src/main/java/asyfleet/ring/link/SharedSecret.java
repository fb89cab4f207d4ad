package asyfleet.ring.link;

import asyfleet.config.Secret;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The proof of a shared secret. Both ends prove to each other, before the hail, that they know it, without saying it:
 *
 * <pre>
 * manager: DEFIO challenge
 * runner:  RESPONDO challenge proof       HMAC-SHA256 over "runner", both challenges
 * manager: BONE proof                     HMAC-SHA256 over "manager", both challenges; or MALBONE if the proof is wrong
 * </pre>
 *
 * Each is a line that ends in a newline; challenges are 16 random bytes in hexadecimal digits, so nothing can be played
 * back. This is no part of protocol 1.3, so it is used only where both ends are told to. It keeps strangers out and does
 * not hide what is said afterwards.
 */
public final class SharedSecret {

    /** The first words of a manager that asks for a secret. */
    public static final String CHALLENGE = "DEFIO ";

    /** A manager that asks does so at once. One that does not, waits for the hail, and nobody would ever say anything. */
    private static final Duration MOST_WAIT = Duration.ofSeconds(5);

    private static final int CHALLENGE_BYTES = 16;
    private static final int MOST_LINE_BYTES = 256;
    private static final HexFormat HEX = HexFormat.of();

    private final Secret secret;
    private final Duration patience;

    public SharedSecret(Secret secret, Duration patience) {
        this.secret = secret;
        this.patience = patience;
    }

    /**
     * The manager's part.
     *
     * @throws WrongSecretException if the runner does not know the secret
     */
    public void checkRunner(Socket socket) throws IOException {
        String ours = challenge();
        writeLine(socket, CHALLENGE + ours);
        String[] answer = readLine(socket, patience).split(" ");
        boolean wellFormed = answer.length == 3 && answer[0].equals("RESPONDO");
        if (!wellFormed || !matches(proof("runner", ours, answer[1]), answer[2])) {
            // It can tell this from a connection that broke, and need not try again.
            writeLine(socket, "MALBONE");
            throw new WrongSecretException("the runner does not know the secret");
        }
        writeLine(socket, "BONE " + proof("manager", ours, answer[1]));
    }

    /**
     * The runner's part.
     *
     * @throws WrongSecretException if the manager does not know the secret
     * @throws SocketTimeoutException if it says nothing: it may not ask for a secret at all
     */
    public void checkManager(Socket socket) throws IOException {
        String[] asked = readLine(socket, patience.compareTo(MOST_WAIT) < 0 ? patience : MOST_WAIT)
                .split(" ");
        if (asked.length != 2 || !asked[0].equals(CHALLENGE.strip())) {
            throw new WrongSecretException("the manager does not ask for a secret");
        }
        String ours = challenge();
        writeLine(socket, "RESPONDO " + ours + " " + proof("runner", asked[1], ours));
        String[] answer = readLine(socket, patience).split(" ");
        if (answer.length != 2 || !matches("BONE" + proof("manager", asked[1], ours), answer[0] + answer[1])) {
            throw new WrongSecretException("the manager's secret is another");
        }
    }

    private static String challenge() {
        byte[] bytes = new byte[CHALLENGE_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HEX.formatHex(bytes);
    }

    private String proof(String party, String ofManager, String ofRunner) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.value().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            String text = party + " " + ofManager + " " + ofRunner;
            return HEX.formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no HmacSHA256, which every Java has", e);
        }
    }

    private static boolean matches(String expected, String got) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), got.getBytes(StandardCharsets.UTF_8));
    }

    private static void writeLine(Socket socket, String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Byte by byte, because what follows the newline is not ours to read. */
    private static String readLine(Socket socket, Duration patience) throws IOException {
        socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
        InputStream in = socket.getInputStream();
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection was closed while the secret was checked");
            }
            if (line.length() == MOST_LINE_BYTES) {
                throw new WrongSecretException(
                        "a line of over " + MOST_LINE_BYTES + " bytes where a proof was expected");
            }
            line.append((char) next);
        }
        return line.toString();
    }
}

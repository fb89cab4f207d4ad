package asyfleet.queueserver.dropin;

import asyfleet.net.http.HttpError;
import asyfleet.protocol.wire.Excerpt;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A source in a URL: deflated, then base64url. A few bytes can inflate to gigabytes, so the result is bounded. */
final class EncodedSource {

    private static final int CHUNK = 8192;

    private EncodedSource() {}

    static byte[] decode(String encoded, int mostBytes) {
        byte[] deflated;
        try {
            deflated = Base64.getUrlDecoder().decode(encoded);
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("the encoded diagram " + Excerpt.of(encoded)
                    + " is not base64url; expected base64url of a deflated source");
        }
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(deflated);
            return inflate(inflater, mostBytes);
        } catch (DataFormatException e) {
            throw HttpError.badRequest("the encoded diagram " + Excerpt.of(encoded)
                    + " does not inflate; expected base64url of a deflated source");
        } finally {
            inflater.end();
        }
    }

    private static byte[] inflate(Inflater inflater, int mostBytes) throws DataFormatException {
        ByteArrayOutputStream source = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        while (!inflater.finished()) {
            int length = inflater.inflate(chunk);
            if (length == 0 && !inflater.finished()) {
                throw new DataFormatException("the data ends early or asks for a dictionary");
            }
            source.write(chunk, 0, length);
            if (source.size() > mostBytes) {
                throw new HttpError(
                        413,
                        "TOO_LARGE",
                        "the diagram has over " + mostBytes + " bytes; expected at most " + mostBytes);
            }
        }
        return source.toByteArray();
    }
}

package asyfleet.queueserver.kroki;

import asyfleet.net.http.HttpError;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.protocol.wire.SizeLimit;
import asyfleet.queueserver.render.RenderRules;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A source in a URL: deflated, then base64url. A few bytes can inflate to gigabytes, so the result is bounded. */
final class EncodedSource {

    private static final int CHUNK = 8192;

    private EncodedSource() {}

    static byte[] decode(String encoded, SizeLimit limit) {
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
            return inflate(inflater, limit);
        } catch (DataFormatException e) {
            throw HttpError.badRequest("the encoded diagram " + Excerpt.of(encoded)
                    + " does not inflate; expected base64url of a deflated source");
        } finally {
            inflater.end();
        }
    }

    private static byte[] inflate(Inflater inflater, SizeLimit limit) throws DataFormatException {
        ByteArrayOutputStream source = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        while (!inflater.finished()) {
            int length = inflater.inflate(chunk);
            if (length == 0 && !inflater.finished()) {
                throw new DataFormatException("the data ends early or asks for a dictionary");
            }
            source.write(chunk, 0, length);
            if (!limit.allows(source.size())) {
                throw RenderRules.tooLarge(limit.excess(source.size(), false));
            }
        }
        return source.toByteArray();
    }
}

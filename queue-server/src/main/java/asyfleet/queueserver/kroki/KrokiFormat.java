package asyfleet.queueserver.kroki;

import asyfleet.net.http.HttpError;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.kroki.picture.JpegPicture;
import asyfleet.queueserver.render.Accept;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An output format of Kroki: one that Asymptote draws, or one that is made of a PNG here. JPEG and base64 are made in the
 * queue server because only clients of Kroki ask for them: no backend and no other door needs to know them.
 *
 * @param name in a URL, and in {@code output_format}
 * @param drawn what the task is asked for
 * @param conversion makes the answer of the picture; may take long
 */
record KrokiFormat(
        String name, Format drawn, String mediaType, Optional<Function<ServerMessage.Result, byte[]>> conversion) {

    private static final List<KrokiFormat> DRAWN = Arrays.stream(Format.values())
            .map(format -> new KrokiFormat(format.wire(), format, format.contentType(), Optional.empty()))
            .toList();

    private static final KrokiFormat JPEG =
            new KrokiFormat("jpeg", Format.PNG, "image/jpeg", Optional.of(JpegPicture::of));

    /** As Kroki has it: the URL of the picture, with the picture in it. Its type is not one to ask for by Accept. */
    private static final KrokiFormat BASE64 =
            new KrokiFormat("base64", Format.PNG, "text/plain", Optional.of(KrokiFormat::dataUrl));

    private static final List<KrokiFormat> ACCEPTABLE =
            Stream.concat(DRAWN.stream(), Stream.of(JPEG)).toList();

    private static final List<KrokiFormat> ALL =
            Stream.concat(ACCEPTABLE.stream(), Stream.of(BASE64)).toList();

    /** The one that clients get who name none. */
    static KrokiFormat usual() {
        return DRAWN.get(Format.SVG.ordinal());
    }

    /** In capitals or not, as Kroki has it. */
    static KrokiFormat of(String name) {
        return ALL.stream()
                .filter(format -> format.name.equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> HttpError.badRequest("Unsupported output format: " + Excerpt.of(name)
                        + " for asymptote. Must be one of " + list(KrokiFormat::name)));
    }

    static KrokiFormat of(Accept accept) {
        if (accept.isSilent()) {
            return usual();
        }
        return accept.best(ACCEPTABLE, KrokiFormat::mediaType)
                .orElseThrow(
                        () -> HttpError.badRequest("Unsupported media types in Accept for asymptote. Must be one of "
                                + list(KrokiFormat::mediaType)));
    }

    private static String list(Function<KrokiFormat, String> word) {
        return ALL.stream().map(word).collect(Collectors.joining(", "));
    }

    private static byte[] dataUrl(ServerMessage.Result picture) {
        String url = "data:" + picture.format().contentType() + ";base64,"
                + Base64.getEncoder().encodeToString(picture.contents());
        return url.getBytes(StandardCharsets.US_ASCII);
    }
}

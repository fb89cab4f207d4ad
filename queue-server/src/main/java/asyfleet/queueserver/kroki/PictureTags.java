package asyfleet.queueserver.kroki;

import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.protocol.wire.Sha256;
import asyfleet.queueserver.access.Gate;
import asyfleet.redis.schema.Toolchain;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * ETags of pictures: the same for the same source, drawn by the same programs. While no backend has said which programs
 * it runs there are none, and nothing is cached.
 */
final class PictureTags {

    private static final int BYTES = 16;
    private static final String ONE_DAY = "max-age=86400";

    private final Toolchain toolchain;
    private final Gate gate;

    PictureTags(Toolchain toolchain, Gate gate) {
        this.toolchain = toolchain;
        this.gate = gate;
    }

    CompletionStage<Optional<String>> of(String format, byte[] source) {
        return toolchain
                .find()
                .exceptionally(failure -> Optional.empty())
                .thenApply(programs -> programs.map(text -> {
                    MessageDigest digest = Sha256.start();
                    digest.update((text + ' ' + format + ' ').getBytes(StandardCharsets.UTF_8));
                    return '"' + HexFormat.of().formatHex(digest.digest(source), 0, BYTES) + '"';
                }));
    }

    /** Whether the client has the picture; compared weakly, as RFC 9110 asks. */
    static boolean isKnown(String tag, Request request) {
        return known(request).anyMatch(tag::equals);
    }

    /** Whether the client has some picture: whether there is one at all is known only when it has been drawn. */
    static boolean isAnyKnown(Request request) {
        return known(request).anyMatch("*"::equals);
    }

    private static Stream<String> known(Request request) {
        return request.headers().all("If-None-Match").stream()
                .flatMap(line -> Arrays.stream(line.split(",")))
                .map(known -> known.strip().replaceFirst("^W/", ""));
    }

    /** Adds the tag. A picture for holders of a token only is not for caches that others share. */
    Response tagged(Response response, String tag) {
        String who = gate.isOpen() ? "public, " : "private, ";
        return response.with("ETag", tag).with("Cache-Control", who + ONE_DAY);
    }
}

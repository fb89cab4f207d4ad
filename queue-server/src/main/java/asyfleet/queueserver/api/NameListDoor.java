package asyfleet.queueserver.api;

import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.redis.schema.NameLists;
import asyfleet.redis.schema.Toolchain;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.zip.GZIPInputStream;

/**
 * {@code GET /api/names}: the names that Asymptote knows, for editors. The first who asks gets an empty list and has it
 * made, which takes a backend some seconds.
 */
final class NameListDoor implements RequestHandler {

    private static final Response NOT_YET =
            Response.json(200, Map.of("modules", Map.of())).with("Cache-Control", "no-store");
    private static final int MOST_BYTES = 16 << 20;

    private final Toolchain toolchain;
    private final NameLists lists;

    NameListDoor(Toolchain toolchain, NameLists lists) {
        this.toolchain = toolchain;
        this.lists = lists;
    }

    /** Without Redis there is no list either; an editor does without. */
    @Override
    public CompletionStage<Response> handle(Request request) {
        return toolchain
                .find()
                .thenCompose(programs ->
                        programs.map(named -> answer(named, request)).orElse(CompletableFuture.completedStage(NOT_YET)))
                .exceptionally(failure -> NOT_YET);
    }

    private CompletionStage<Response> answer(String programs, Request request) {
        String tag = '"' + programs + '"';
        if (request.headers().all("If-None-Match").stream().anyMatch(known -> known.contains(tag))) {
            return CompletableFuture.completedStage(cached(Response.empty(304), tag));
        }
        return lists.find(programs).thenCompose(list -> list.map(found -> made(found, tag, request))
                .map(CompletableFuture::completedStage)
                .orElseGet(() -> lists.want(programs).thenApply(asked -> NOT_YET)));
    }

    private static Response made(byte[] compressed, String tag, Request request) {
        boolean gzip = request.headers().all("Accept-Encoding").stream()
                .anyMatch(accepted -> accepted.toLowerCase(Locale.ROOT).contains("gzip"));
        Response response = gzip
                ? Response.of(200, "application/json", compressed).with("Content-Encoding", "gzip")
                : Response.of(200, "application/json", inflate(compressed));
        return cached(response, tag);
    }

    private static Response cached(Response response, String tag) {
        return response.with("ETag", tag)
                .with("Cache-Control", "private, max-age=3600")
                .with("Vary", "Accept-Encoding");
    }

    private static byte[] inflate(byte[] compressed) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
            return in.readNBytes(MOST_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException("the stored list of names is not gzip", e);
        }
    }
}

package asyfleet.queueserver.web;

import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The answers that serve one file: one for browsers, which all accept gzip, and one for the few programs that do not.
 *
 * @param compressed with its {@code Content-Encoding}
 */
record WebFile(Response compressed, Response plain) {

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "webp", "image/webp",
            "txt", "text/plain; charset=utf-8",
            "ts", "text/plain; charset=utf-8");

    static WebFile ofGzip(String name, byte[] gzip) {
        return of(name, gzip, inflate(gzip));
    }

    static WebFile ofPlain(String name, byte[] contents) {
        return of(name, deflate(contents), contents);
    }

    private static WebFile of(String name, byte[] gzip, byte[] contents) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalStateException("no content type for " + name + "; expected one of " + TYPES.keySet());
        }
        return new WebFile(
                        Response.of(200, type, gzip).with("Content-Encoding", "gzip"), Response.of(200, type, contents))
                .with("Vary", "Accept-Encoding");
    }

    WebFile with(String header, String value) {
        return new WebFile(compressed.with(header, value), plain.with(header, value));
    }

    RequestHandler handler() {
        return RequestHandler.answering(this::answer);
    }

    Response answer(Request request) {
        return request.headers().all("Accept-Encoding").stream().anyMatch(WebFile::namesGzip) ? compressed : plain;
    }

    private static boolean namesGzip(String accepted) {
        return accepted.toLowerCase(Locale.ROOT).contains("gzip");
    }

    private static byte[] inflate(byte[] gzip) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] deflate(byte[] contents) {
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write(contents);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return gzip.toByteArray();
    }
}

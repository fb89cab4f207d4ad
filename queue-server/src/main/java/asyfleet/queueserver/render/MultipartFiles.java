package asyfleet.queueserver.render;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.wire.Excerpt;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.FileUpload;
import io.netty.handler.codec.http.multipart.HttpPostMultipartRequestDecoder;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.netty.handler.codec.http.multipart.InterfaceHttpData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files of a multipart form, kept in memory: the body was bounded before it came here. */
final class MultipartFiles {

    /** The most parts that the decoder takes; its own default, set here because the error names the number. */
    private static final int MAX_PARTS = 128;

    private static final int MAX_BUFFERED_BYTES = 1024;

    private MultipartFiles() {}

    static Map<String, byte[]> read(Request request) {
        DefaultFullHttpRequest whole = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.POST,
                "/",
                Unpooled.wrappedBuffer(request.body()),
                DefaultHttpHeadersFactory.headersFactory().newHeaders(),
                DefaultHttpHeadersFactory.trailersFactory().newHeaders());
        String type = request.header("Content-Type").orElse("");
        whole.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
        if (!hasBoundary(whole)) {
            throw HttpError.badRequest("Content-Type has no boundary: it is " + Excerpt.of(type)
                    + "; expected multipart/form-data; boundary=...");
        }
        HttpPostMultipartRequestDecoder decoder = null;
        try {
            decoder = new HttpPostMultipartRequestDecoder(
                    new DefaultHttpDataFactory(false), whole, StandardCharsets.UTF_8, MAX_PARTS, MAX_BUFFERED_BYTES);
            return files(decoder);
        } catch (DecoderException | IndexOutOfBoundsException | IllegalArgumentException e) {
            throw HttpError.badRequest("the body is not a multipart form: " + mistake(e));
        } finally {
            if (decoder != null) {
                decoder.destroy();
            }
        }
    }

    /** Of a boundary that is empty or half quoted, the decoder takes characters that are not there. */
    private static boolean hasBoundary(HttpRequest request) {
        try {
            return HttpPostRequestDecoder.isMultipart(request);
        } catch (HttpPostRequestDecoder.ErrorDataDecoderException | IndexOutOfBoundsException e) {
            return false;
        }
    }

    /**
     * In our words: where a part lacks something, the decoder trips over it, and its exception, wrapped or not, speaks
     * of Java.
     */
    private static String mistake(RuntimeException e) {
        Throwable reason = e.getCause() == null ? e : e.getCause();
        if (reason instanceof UnsupportedCharsetException unknown) {
            return unknownCharset(unknown.getCharsetName());
        }
        if (reason instanceof IllegalCharsetNameException illegal) {
            return unknownCharset(illegal.getCharsetName());
        }
        if (reason instanceof HttpPostRequestDecoder.TooManyFormFieldsException) {
            return "it has too many parts; expected at most " + MAX_PARTS;
        }
        boolean own = reason instanceof HttpPostRequestDecoder.ErrorDataDecoderException && reason.getCause() == null;
        String said = own ? " (" + Excerpt.line(reason.getMessage(), 100) + ")" : "";
        return "a part has a bad header" + said
                + "; expected Content-Disposition: form-data; name=\"...\"; filename=\"...\"";
    }

    private static String unknownCharset(String name) {
        return "unknown charset " + Excerpt.of(name) + "; expected utf-8 or none";
    }

    private static Map<String, byte[]> files(HttpPostMultipartRequestDecoder decoder) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (InterfaceHttpData part : decoder.getBodyHttpDatas()) {
            if (!(part instanceof FileUpload upload)) {
                throw HttpError.badRequest(
                        "form field " + Excerpt.of(part.getName()) + " is not a file; expected files only");
            }
            if (files.put(upload.getFilename(), contents(upload)) != null) {
                throw TaskRules.addedTwice(upload.getFilename());
            }
        }
        if (!isWhole(decoder)) {
            throw HttpError.badRequest("the form ends early; expected its last boundary, followed by --");
        }
        return files;
    }

    /** Asked for more when nothing more comes, the decoder says by an exception that it has seen the form's end. */
    private static boolean isWhole(HttpPostMultipartRequestDecoder decoder) {
        try {
            decoder.offer(LastHttpContent.EMPTY_LAST_CONTENT);
            while (decoder.hasNext()) {
                decoder.next();
            }
            return false;
        } catch (HttpPostRequestDecoder.EndOfDataDecoderException end) {
            return true;
        }
    }

    private static byte[] contents(FileUpload upload) {
        try {
            return upload.get();
        } catch (IOException e) {
            throw new UncheckedIOException("reading an upload that is in memory", e);
        }
    }
}

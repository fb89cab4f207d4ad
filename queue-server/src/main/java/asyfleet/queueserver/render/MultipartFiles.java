package asyfleet.queueserver.render;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.FileUpload;
import io.netty.handler.codec.http.multipart.HttpPostMultipartRequestDecoder;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.netty.handler.codec.http.multipart.InterfaceHttpData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The files of a multipart form, kept in memory: the body was bounded before it came here. */
final class MultipartFiles {

    private MultipartFiles() {}

    static Map<String, byte[]> read(Request request) {
        DefaultFullHttpRequest whole = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.POST,
                "/",
                Unpooled.wrappedBuffer(request.body()),
                DefaultHttpHeadersFactory.headersFactory().newHeaders(),
                DefaultHttpHeadersFactory.trailersFactory().newHeaders());
        whole.headers()
                .set(
                        HttpHeaderNames.CONTENT_TYPE,
                        request.header("Content-Type").orElse(""));
        if (!HttpPostRequestDecoder.isMultipart(whole)) {
            throw HttpError.badRequest("Content-Type has no boundary; expected multipart/form-data; boundary=...");
        }
        HttpPostMultipartRequestDecoder decoder = null;
        try {
            decoder = new HttpPostMultipartRequestDecoder(new DefaultHttpDataFactory(false), whole);
            return files(decoder);
        } catch (HttpPostRequestDecoder.ErrorDataDecoderException
                | HttpPostRequestDecoder.TooManyFormFieldsException e) {
            throw HttpError.badRequest("the body is not a multipart form: " + e.getMessage());
        } finally {
            if (decoder != null) {
                decoder.destroy();
            }
        }
    }

    private static Map<String, byte[]> files(HttpPostMultipartRequestDecoder decoder) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (InterfaceHttpData part : decoder.getBodyHttpDatas()) {
            if (!(part instanceof FileUpload upload)) {
                throw HttpError.badRequest("form field '" + part.getName() + "' is not a file; expected files only");
            }
            if (files.put(upload.getFilename(), contents(upload)) != null) {
                throw HttpError.badRequest(
                        "file '" + upload.getFilename() + "' is there twice; expected each name once");
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

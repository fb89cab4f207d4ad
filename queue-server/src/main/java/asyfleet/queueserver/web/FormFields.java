package asyfleet.queueserver.web;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The fields of the plain form. */
record FormFields(String source, String format, String token) {

    /** The contents of the form for a visitor who comes for the first time. */
    static final FormFields FIRST = new FormFields("""
            size(6cm);

            for (int i = 0; i < 12; ++i)
              draw(rotate(30*i)*shift(0.5,0)*unitcircle, hsv(30*i, 0.7, 0.8));
            """, "svg", "");

    private static final int MOST_FIELDS = 16;

    static FormFields read(Request request) {
        Map<String, List<String>> fields;
        try {
            fields =
                    new QueryStringDecoder(request.bodyText(), StandardCharsets.UTF_8, false, MOST_FIELDS).parameters();
        } catch (IllegalArgumentException e) {
            throw HttpError.badRequest("the body is not a form; expected source=...&format=..., URL-encoded");
        }
        // A browser sends line ends of its own.
        return new FormFields(
                first(fields, "source", "").replace("\r\n", "\n"),
                first(fields, "format", "svg"),
                first(fields, "token", ""));
    }

    private static String first(Map<String, List<String>> fields, String name, String otherwise) {
        return fields.getOrDefault(name, List.of(otherwise)).get(0);
    }

    /** The request as a program would have made it: a form can set no header. */
    Request authorized(Request request) {
        return token.isEmpty()
                ? request
                : new Request(
                        request.target(),
                        request.headers().with("Authorization", "Bearer " + token),
                        request.body(),
                        request.peer());
    }
}

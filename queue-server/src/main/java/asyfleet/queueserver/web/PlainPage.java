package asyfleet.queueserver.web;

import static asyfleet.queueserver.web.HtmlTemplate.escaped;

import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.render.RenderOutcome;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The page with the plain form. Everything of a user is escaped, and a picture is an image, so nothing that anybody sends
 * can become a part of the page.
 *
 * @param asksForToken whether the form has a field for a token
 */
record PlainPage(HtmlTemplate page, HtmlTemplate form, boolean asksForToken) {

    private static final String POLICY =
            "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self';"
                    + " base-uri 'none'; frame-ancestors 'none'";

    private static final List<Format> FORMATS = List.of(Format.SVG, Format.PNG, Format.PDF);

    static PlainPage read(boolean asksForToken) {
        return new PlainPage(WebPages.template("form.html"), WebPages.template("fields.html"), asksForToken);
    }

    /** The form by itself, for a page that has it. */
    String formOf(FormFields fields) {
        String token = asksForToken
                ? "<label>Token <input type=\"password\" name=\"token\" autocomplete=\"off\" required value=\""
                        + escaped(fields.token()) + "\"></label>"
                : "";
        // The parser takes a line break after the tag away.
        return form.filled(
                Map.of("source", "\n" + escaped(fields.source()), "formats", formats(fields), "token", token));
    }

    private static String formats(FormFields fields) {
        StringBuilder options = new StringBuilder();
        for (Format format : FORMATS) {
            String selected = format.wire().equals(fields.format()) ? " selected" : "";
            options.append("<option")
                    .append(selected)
                    .append('>')
                    .append(format.wire())
                    .append("</option>");
        }
        return options.toString();
    }

    Response empty() {
        return page(200, FormFields.FIRST, "");
    }

    Response picture(FormFields fields, RenderOutcome outcome) {
        ServerMessage.Result last = outcome.images().get(outcome.images().size() - 1);
        String image =
                image(last.format().contentType(), Base64.getEncoder().encodeToString(last.contents()), "The figure");
        return page(200, fields, image + output(outcome.printed().output()));
    }

    /** The page with an error, and with what the program drew and wrote before. */
    Response problem(FormFields fields, HttpError error) {
        Map<String, Object> known = error.details();
        StringBuilder html = new StringBuilder("<div class=\"problem\" role=\"alert\">");
        html.append(paragraph("summary", sentence(Objects.toString(known.get("summary"), error.getMessage()))));
        if (known.containsKey("line")) {
            html.append(paragraph("where", "Line " + known.get("line") + lineOf(fields, known)));
        }
        html.append(paragraph("hint", sentence(Objects.toString(known.get("hint"), ""))))
                .append("</div>");
        if (known.containsKey("image")) {
            html.append(image(
                    Objects.toString(known.get("imageType")),
                    Objects.toString(known.get("image")),
                    "What the program drew before its error"));
        }
        Response answer = page(error.status(), fields, html + output(Objects.toString(known.get("output"), "")));
        for (Headers.Line line : error.headers().lines()) {
            answer = answer.with(line.name(), line.value());
        }
        return answer;
    }

    private static String lineOf(FormFields fields, Map<String, Object> known) {
        int line = known.get("line") instanceof Number number ? number.intValue() : 0;
        List<String> lines = fields.source().strip().lines().toList();
        return line >= 1 && line <= lines.size() ? ": " + lines.get(line - 1).strip() : "";
    }

    private static String sentence(String text) {
        return text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String paragraph(String style, String text) {
        return text.isEmpty() ? "" : "<p class=\"" + style + "\">" + escaped(text) + "</p>";
    }

    private static String image(String type, String base64, String text) {
        return "<div class=\"picture\"><img alt=\"" + text + "\" src=\"data:" + escaped(type) + ";base64," + base64
                + "\"></div>";
    }

    private static String output(String text) {
        return text.isBlank() ? "" : "<pre>" + escaped(text.strip()) + "</pre>";
    }

    private Response page(int status, FormFields fields, String answer) {
        String html = page.filled(Map.of("answer", answer, "form", formOf(fields)));
        return Response.of(status, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8))
                .with("Content-Security-Policy", POLICY)
                .with("Referrer-Policy", WebPages.OWN_REFERRER);
    }
}

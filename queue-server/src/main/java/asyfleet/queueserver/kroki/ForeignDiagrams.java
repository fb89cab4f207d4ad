package asyfleet.queueserver.kroki;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.kroki.upstream.KrokiUpstream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The URLs of diagrams that another server draws. The paths that it is asked for are made of checked parts only. */
record ForeignDiagrams(KrokiUpstream upstream) {

    /** Names, formats and every encoding of a source in a path; nothing that could lead to another path. */
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_~=-][A-Za-z0-9_~=.-]*");

    /** Parameters that are ours, among them a secret. */
    private static final Set<String> OWN_PARAMETERS = Set.of("token", "session", "cache");

    CompletionStage<Response> get(Request request) {
        return pass(request, List.of(request.param("type"), request.param("format"), request.param("encoded")));
    }

    CompletionStage<Response> post(Request request) {
        return pass(request, List.of(request.param("type"), request.param("format")));
    }

    CompletionStage<Response> postToType(Request request) {
        return pass(request, List.of(request.param("type")));
    }

    /** The type is in the body. */
    CompletionStage<Response> postJson(Request request) {
        return pass(request, List.of());
    }

    private CompletionStage<Response> pass(Request request, List<String> parts) {
        for (String part : parts) {
            if (!PART.matcher(part).matches()) {
                throw HttpError.badRequest("a part of the path is " + Excerpt.of(part)
                        + "; expected letters, digits, _, ~, =, . and - without a dot at the beginning");
            }
        }
        return upstream.pass(request, "/" + String.join("/", parts) + query(request));
    }

    private static String query(Request request) {
        String query = request.target().query().entrySet().stream()
                .filter(parameter -> !OWN_PARAMETERS.contains(parameter.getKey()))
                .flatMap(parameter ->
                        parameter.getValue().stream().map(value -> encoded(parameter.getKey()) + "=" + encoded(value)))
                .collect(Collectors.joining("&"));
        return query.isEmpty() ? "" : "?" + query;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}

package asyfleet.net.connection;

import asyfleet.net.http.Body;
import asyfleet.net.http.Headers;
import asyfleet.net.http.Response;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form of errors of RFC 9457, {@code application/problem+json}, for clients whose {@code Accept} names it. It has all
 * fields of {@code {code, error, …}} and the standard's beside them. Made of the answer itself, so that it is the same for
 * every door, and costs nothing where nobody asks for it.
 */
final class ProblemDetails {

    private static final String TYPE = "application/problem+json";
    private static final String PLAIN = "application/json";
    private static final int LEAST_ERROR = 400;

    private ProblemDetails() {}

    static Response shown(Response response, Headers request) {
        boolean asked = response.status() >= LEAST_ERROR
                && request.all("Accept").stream()
                        .anyMatch(line -> line.toLowerCase(Locale.ROOT).contains(TYPE));
        return asked && response.body() instanceof Body.Bytes body && isPlainJson(response)
                ? problem(response, body.bytes())
                : response;
    }

    private static boolean isPlainJson(Response response) {
        return response.headers().first("Content-Type").filter(PLAIN::equals).isPresent();
    }

    private static Response problem(Response response, byte[] json) {
        JsonNode error = JsonMapper.shared().readTree(json);
        if (!error.path("code").isString()) {
            return response; // none of our errors: one of /readyz, for example
        }
        ObjectNode problem = JsonMapper.shared().createObjectNode();
        problem.put("type", "urn:problem-type:asyfleet:" + error.path("code").asString());
        problem.put("title", HttpResponseStatus.valueOf(response.status()).reasonPhrase());
        problem.put("status", response.status());
        problem.put("detail", error.path("error").asString());
        error.propertyStream().forEach(field -> problem.set(field.getKey(), field.getValue()));
        Body body = new Body.Bytes(JsonMapper.shared().writeValueAsBytes(problem));
        return new Response(response.status(), response.headers(), body)
                .with("Content-Type", TYPE)
                .plus("Vary", "Accept");
    }
}

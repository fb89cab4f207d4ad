package asyfleet.net.http;

import java.util.List;
import java.util.Map;

/**
 * The path and query of a request.
 *
 * @param path decoded, without the query
 * @param params the values of the route's {@code {name}} segments, decoded
 * @param query decoded parameters, in order, each with all of its values
 */
public record Target(Method method, String path, Map<String, String> params, Map<String, List<String>> query) {
    public Target {
        params = Map.copyOf(params);
    }
}

package asyfleet.net.route;

import asyfleet.net.http.CrossOrigin;
import asyfleet.net.http.Method;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.websocket.WebSocketRoute;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The routes of a server: path templates, each with handlers by method, a WebSocket, or both; and to pages of which
 * origins. Immutable.
 *
 * <p>Where several templates fit, literal segments win over {@code {names}}, and those over {@code {rests...}}, from left
 * to right, whatever the order of declaration. HEAD is served by GET's handler unless it has one of its own.
 */
public final class Routes {

    private final List<Path> paths;
    private final CrossOrigin crossOrigin;

    private record Path(PathTemplate template, Map<Method, RequestHandler> handlers, Optional<WebSocketRoute> socket) {}

    private Routes(List<Path> paths, CrossOrigin crossOrigin) {
        this.paths = List.copyOf(paths);
        this.crossOrigin = crossOrigin;
    }

    public static Builder builder() {
        return new Builder();
    }

    public Builder toBuilder() {
        Builder builder = new Builder().crossOrigin(crossOrigin);
        paths.forEach(path -> builder.paths.put(path.template.precedence(), path));
        return builder;
    }

    public CrossOrigin crossOrigin() {
        return crossOrigin;
    }

    /** The templates of all routes, for documentation and tests: {@code GET /healthz}, {@code WEBSOCKET /asy}. */
    public List<String> describe() {
        List<String> lines = new ArrayList<>();
        for (Path path : paths) {
            path.handlers.keySet().forEach(method -> lines.add(method + " " + path.template));
            path.socket.ifPresent(socket -> lines.add("WEBSOCKET " + path.template));
        }
        return lines;
    }

    /** The templates of all WebSockets. */
    public List<String> webSockets() {
        return paths.stream()
                .filter(path -> path.socket.isPresent())
                .map(path -> path.template.toString())
                .toList();
    }

    public RouteMatch find(Method method, RawPath path, boolean wantsUpgrade) {
        for (Path candidate : paths) {
            Optional<Map<String, String>> params = candidate.template.match(path);
            if (params.isPresent()) {
                return match(candidate, params.get(), method, wantsUpgrade);
            }
        }
        return new RouteMatch.NotFound();
    }

    private static RouteMatch match(Path path, Map<String, String> params, Method method, boolean wantsUpgrade) {
        String template = path.template.toString();
        if (wantsUpgrade && path.socket.isPresent()) {
            return new RouteMatch.Upgraded(template, path.socket.get(), params);
        }
        RequestHandler handler = path.handlers.get(method);
        if (handler == null && method == Method.HEAD) {
            handler = path.handlers.get(Method.GET);
        }
        if (handler != null) {
            return new RouteMatch.Served(template, handler, params);
        }
        boolean onlySocket = path.handlers.isEmpty() || method == Method.GET; // a handshake is a GET
        return path.socket.isPresent() && onlySocket
                ? new RouteMatch.UpgradeOnly(template, path.socket.get(), params)
                : new RouteMatch.NotAllowed(template, allowed(path));
    }

    private static Set<Method> allowed(Path path) {
        Set<Method> allowed = EnumSet.copyOf(path.handlers.keySet());
        allowed.add(Method.OPTIONS);
        if (allowed.contains(Method.GET)) {
            allowed.add(Method.HEAD);
        }
        return allowed;
    }

    /** Collects routes; two for the same method and the same shape of path are a bug. */
    public static final class Builder {

        private final Map<String, Path> paths = new TreeMap<>();
        private CrossOrigin crossOrigin = CrossOrigin.UNTOLD;

        private Builder() {}

        public Builder get(String template, RequestHandler handler) {
            return on(Method.GET, template, handler);
        }

        public Builder post(String template, RequestHandler handler) {
            return on(Method.POST, template, handler);
        }

        public Builder delete(String template, RequestHandler handler) {
            return on(Method.DELETE, template, handler);
        }

        public Builder on(Method method, String template, RequestHandler handler) {
            Path path = path(template);
            Map<Method, RequestHandler> handlers = new EnumMap<>(Method.class);
            handlers.putAll(path.handlers);
            requireFree(handlers.put(method, handler) == null, method + " " + template);
            return put(new Path(path.template, handlers, path.socket));
        }

        public Builder webSocket(String template, WebSocketRoute route) {
            Path path = path(template);
            requireFree(path.socket.isEmpty(), "WEBSOCKET " + template);
            return put(new Path(path.template, path.handlers, Optional.of(route)));
        }

        public Builder crossOrigin(CrossOrigin rules) {
            crossOrigin = rules;
            return this;
        }

        public Routes build() {
            return new Routes(List.copyOf(paths.values()), crossOrigin);
        }

        private Path path(String text) {
            PathTemplate template = new PathTemplate(text);
            Path path = paths.getOrDefault(template.precedence(), new Path(template, Map.of(), Optional.empty()));
            requireFree(path.template.toString().equals(text), text + " (it has the shape of " + path.template + ")");
            return path;
        }

        private Builder put(Path path) {
            paths.put(path.template.precedence(), path);
            return this;
        }

        private static void requireFree(boolean free, String what) {
            if (!free) {
                throw new IllegalArgumentException("two routes for " + what);
            }
        }
    }
}

package asyfleet.net.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.http.Method;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.websocket.WebSocketRoute;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoutesTest {

    private static final RequestHandler ANY = RequestHandler.answering(request -> Response.empty(204));
    private static final WebSocketRoute SOCKET = WebSocketRoute.of((pipeline, request) -> {});

    private static RouteMatch get(Routes routes, String path) {
        return routes.find(Method.GET, RawPath.of(path), false);
    }

    @Test
    void aNameStandsForOneWholeSegmentThatIsNotEmpty() {
        Routes routes = Routes.builder().get("/tasks/{id}/result", ANY).build();
        assertEquals(
                new RouteMatch.Served("/tasks/{id}/result", ANY, Map.of("id", "7")), get(routes, "/tasks/7/result"));
        for (String other : List.of("/tasks//result", "/tasks/7", "/tasks/7/8/result", "/tasks/7/result/", "/")) {
            assertEquals(new RouteMatch.NotFound(), get(routes, other), other);
        }
    }

    @Test
    void aRestStandsForAllSegmentsThatFollowOrNone() {
        Routes routes = Routes.builder().get("/ws/{token...}", ANY).build();
        Map<String, String> rests =
                Map.of("/ws", "", "/ws/", "", "/ws/a", "a", "/ws/a%2Fb", "a/b", "/ws/a/b", "a/b", "/ws/a/", "a/");
        rests.forEach((path, rest) -> assertEquals(
                new RouteMatch.Served("/ws/{token...}", ANY, Map.of("token", rest)), get(routes, path), path));
        assertEquals(new RouteMatch.NotFound(), get(routes, "/wsx"));
    }

    @Test
    void whatIsMoreExactWinsOverARest() {
        Routes routes = Routes.builder()
                .get("/{all...}", ANY)
                .get("/a/{b}", ANY)
                .get("/a", ANY)
                .build();
        assertEquals(new RouteMatch.Served("/a", ANY, Map.of()), get(routes, "/a"));
        assertEquals(new RouteMatch.Served("/a/{b}", ANY, Map.of("b", "c")), get(routes, "/a/c"));
        assertEquals(new RouteMatch.Served("/{all...}", ANY, Map.of("all", "a/c/d")), get(routes, "/a/c/d"));
    }

    @Test
    void aLiteralWinsOverANameWhateverTheOrder() {
        Routes routes = Routes.builder()
                .get("/{a}/x", ANY)
                .get("/api/{b}", ANY)
                .get("/api/x", ANY)
                .build();
        assertEquals(new RouteMatch.Served("/api/x", ANY, Map.of()), get(routes, "/api/x"));
        assertEquals(new RouteMatch.Served("/api/{b}", ANY, Map.of("b", "y")), get(routes, "/api/y"));
        assertEquals(new RouteMatch.Served("/{a}/x", ANY, Map.of("a", "z")), get(routes, "/z/x"));
    }

    @Test
    void theRootIsAPathLikeOthers() {
        Routes routes = Routes.builder().post("/", ANY).build();
        assertEquals(new RouteMatch.Served("/", ANY, Map.of()), routes.find(Method.POST, RawPath.of("/?f=svg"), false));
        assertEquals(new RouteMatch.NotAllowed("/", EnumSet.of(Method.POST, Method.OPTIONS)), get(routes, "/"));
    }

    @Test
    void aPathMayServeAWebSocketBesidePlainRequests() {
        Routes routes = Routes.builder()
                .get("/both", ANY)
                .webSocket("/both", SOCKET)
                .webSocket("/only", SOCKET)
                .post("/post", ANY)
                .webSocket("/post", SOCKET)
                .build();
        assertEquals(
                new RouteMatch.Upgraded("/both", SOCKET, Map.of()), routes.find(Method.GET, RawPath.of("/both"), true));
        assertEquals(new RouteMatch.Served("/both", ANY, Map.of()), get(routes, "/both"));
        assertEquals(new RouteMatch.UpgradeOnly("/only", SOCKET, Map.of()), get(routes, "/only"));
        assertEquals(new RouteMatch.UpgradeOnly("/post", SOCKET, Map.of()), get(routes, "/post"));
        assertEquals(
                new RouteMatch.NotAllowed("/post", EnumSet.of(Method.POST, Method.OPTIONS)),
                routes.find(Method.DELETE, RawPath.of("/post"), false));
    }

    @Test
    void anUpgradeAtAPathWithoutWebSocketIsAPlainRequest() {
        Routes routes = Routes.builder().get("/plain", ANY).build();
        assertEquals(
                new RouteMatch.Served("/plain", ANY, Map.of()), routes.find(Method.GET, RawPath.of("/plain"), true));
    }

    @Test
    void twoRoutesForTheSameRequestAreRefused() {
        Routes.Builder routes = Routes.builder().get("/a/{x}", ANY).webSocket("/s", SOCKET);
        assertThrows(IllegalArgumentException.class, () -> routes.get("/a/{x}", ANY));
        assertThrows(IllegalArgumentException.class, () -> routes.post("/a/{y}", ANY));
        assertThrows(IllegalArgumentException.class, () -> routes.webSocket("/s", SOCKET));
        assertThrows(IllegalArgumentException.class, () -> routes.get("no-slash", ANY));
        assertThrows(IllegalArgumentException.class, () -> routes.get("/{x}/{x}", ANY));
        assertThrows(IllegalArgumentException.class, () -> routes.get("/{x...}/y", ANY));
    }

    @Test
    void routesTellWhatTheyServe() {
        Routes routes = Routes.builder()
                .post("/b", ANY)
                .get("/b", ANY)
                .webSocket("/a", SOCKET)
                .build();
        assertEquals(List.of("WEBSOCKET /a", "GET /b", "POST /b"), routes.describe());
    }

    @Test
    void segmentsAreDecodedAfterThePathIsCut() {
        assertEquals(
                List.of("a/b", "+", "ü"), RawPath.of("/a%2Fb/+/%C3%BC?x=/y#z").segments());
        assertEquals(List.of("x"), RawPath.of("http://host:80/x").segments());
        assertEquals(List.of(""), RawPath.of("http://host").segments());
        assertTrue(RawPath.of("*").segments().isEmpty());
        assertThrows(IllegalArgumentException.class, () -> RawPath.of("/%2"));
    }
}

package asyfleet.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A web server of somebody else, with another origin than the fleet: pages that embed figures, and who asked for what. */
final class ForeignSite implements AutoCloseable {

    private final HttpServer server;
    private final Map<String, String> pages = new ConcurrentHashMap<>();

    /** Paths that are no page of ours, as they are asked for. */
    private final List<String> asked = new CopyOnWriteArrayList<>();

    ForeignSite() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Serves a page; returns its address. */
    String page(String path, String html) {
        pages.put(path, html);
        return url() + path;
    }

    List<String> asked() {
        return asked;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String page = pages.get(path);
        if (page == null && !path.equals("/favicon.ico")) {
            asked.add(path);
        }
        byte[] body = (page == null ? "" : page).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

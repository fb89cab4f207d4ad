package asyfleet.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A web site of another origin, with the example pages of the documents. They use the fleet of the test. */
final class ForeignPages implements AutoCloseable {

    /** The fleet that the documents speak of. */
    private static final String DOCUMENTED = "http://localhost:8080/";

    private static final Path PAGES = Path.of("../../docs/web");

    private final HttpServer server;

    /** Changed by the test, read by the threads of requests, as is the page. */
    private volatile String fleet = DOCUMENTED;

    /** Set by the test, served at {@code /page}. */
    private volatile String page = "";

    private ForeignPages() throws IOException {
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    static ForeignPages start() throws IOException {
        return new ForeignPages();
    }

    /** From now on the pages use this fleet. */
    void use(URI address) {
        fleet = address + "/";
    }

    String origin() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    /** The address of an example. */
    String url(String example) {
        return origin() + "/" + example;
    }

    /** The address of a page with this body, which uses {@code FLEET}. */
    String urlOf(String body) {
        page = "<!doctype html><meta charset=utf-8><title>page</title>" + body.replace("FLEET/", fleet);
        return url("page");
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String name = exchange.getRequestURI().getPath().substring(1);
            String html = name.equals("page") ? page : example(name);
            byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(html.isEmpty() ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private String example(String name) throws IOException {
        if (name.equals("favicon.ico")) {
            return " "; // a browser complains of a site without one
        }
        Path file = PAGES.resolve(name).normalize();
        return file.startsWith(PAGES) && Files.isRegularFile(file)
                ? Files.readString(file).replace(DOCUMENTED, fleet)
                : "";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

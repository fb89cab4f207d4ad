package asyfleet.net;

import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.testing.MetricValues;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** A server on a free port with its own threads, and ways to talk to it. */
final class TestServer implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    final NetThreads threads;
    final Operations operations = Operations.create();
    final NetServer server;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();

    private TestServer(NetServerSettings settings, Routes routes, NetThreads threads) {
        this.threads = threads;
        this.server = NetServer.start(settings, routes, operations, threads);
    }

    static TestServer serving(Routes.Builder routes) {
        return serving(routes, settings());
    }

    static TestServer serving(Routes.Builder routes, NetServerSettings settings) {
        return new TestServer(settings, routes.build(), NetThreads.create(2));
    }

    static TestServer onNio(Routes.Builder routes) {
        return new TestServer(settings(), routes.build(), new NetThreads(2, false));
    }

    static NetServerSettings settings() {
        return NetServerSettings.onLoopback(0).withDrainLimit(Duration.ofSeconds(10));
    }

    URI uri(String path) {
        return URI.create(server.address() + path);
    }

    URI webSocket(String path) {
        return URI.create("ws://127.0.0.1:" + server.port() + path);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).timeout(PATIENCE);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path).build());
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    int openConnections() {
        return (int) MetricValues.of(operations.registry(), "asyfleet_connections_open");
    }

    HttpClient client() {
        return client;
    }

    RawClient raw() throws IOException {
        return new RawClient(server.port());
    }

    @Override
    public void close() {
        server.close();
        threads.close();
    }
}

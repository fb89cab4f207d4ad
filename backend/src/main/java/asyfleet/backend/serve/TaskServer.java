package asyfleet.backend.serve;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.net.Listen;
import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.protocol.link.LinkAddress;
import java.util.Optional;

/** The server at which queue servers fetch the tasks that this process has claimed. Safe for any thread. */
public final class TaskServer implements AutoCloseable {

    /** The host and port under which queue servers reach the server; empty: as it listens. */
    public record Advertised(Optional<String> host, Optional<Integer> port) {

        public static final Advertised AS_IT_LISTENS = new Advertised(Optional.empty(), Optional.empty());
    }

    private final NetServer server;
    private final TaskAddresses addresses;
    private final AdvertisedAddress advertised;

    private TaskServer(NetServer server, TaskAddresses addresses, AdvertisedAddress advertised) {
        this.server = server;
        this.addresses = addresses;
        this.advertised = advertised;
    }

    /**
     * Listens.
     *
     * @param mostBytes how much may wait for the client of one task
     */
    public static TaskServer start(
            NetServerSettings settings,
            Advertised advertised,
            long mostBytes,
            Operations operations,
            NetThreads threads) {
        TaskAddresses addresses = new TaskAddresses(mostBytes);
        Routes routes = Routes.builder()
                .webSocket(TaskAddresses.PATH, addresses.route())
                .webSocket(TaskAddresses.LINKS, addresses.linkRoute())
                .build();
        NetServer server = NetServer.start(settings, routes, operations, threads);
        return new TaskServer(server, addresses, address(advertised, settings.listen(), server.port()));
    }

    private static AdvertisedAddress address(Advertised advertised, Listen listen, int port) {
        String scheme = listen.tls().isPresent() ? "wss" : "ws";
        String host = advertised.host().orElse(AdvertisedAddress.hostFor(listen.bind()));
        return new AdvertisedAddress(scheme, host, advertised.port().orElse(port));
    }

    /** A task that is to be served here. */
    public ServedTask prepare(OwnerThread owner, ServedTask.Watcher watcher) {
        return addresses.prepare(owner, watcher);
    }

    /** The URL of a new address, where the task is from now on. */
    public String open(ServedTask task) {
        return advertised.url(addresses.open(task), addresses.link());
    }

    /** Where queue servers are told to connect, without the path. */
    public String advertised() {
        return advertised.toString();
    }

    /** Nobody is to come to this URL any more. */
    public void forget(String url) {
        addresses.forget(LinkAddress.parse(url).orElseThrow().token());
    }

    /** Makes each connection close with its next answer. */
    public void endKeepAlive() {
        server.endKeepAlive();
    }

    public String address() {
        return server.address();
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }
}

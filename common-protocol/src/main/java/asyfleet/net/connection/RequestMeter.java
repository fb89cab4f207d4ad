package asyfleet.net.connection;

import asyfleet.net.bounds.UploadBrake;
import asyfleet.net.http.Peer;
import asyfleet.net.http.UploadMeters;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Map;
import java.util.function.Function;

/**
 * The choice of the meter on which the bytes of a request count, for each request of a connection. Confined to the event
 * loop.
 */
final class RequestMeter {

    private final UploadMeters uploads;
    private final UploadBrake brake;
    private final Function<Exchange, Peer> peers;

    RequestMeter(UploadMeters uploads, UploadBrake brake, Function<Exchange, Peer> peers) {
        this.uploads = uploads;
        this.brake = brake;
        this.peers = peers;
    }

    /** A request without a body sends nothing worth counting, unless it asks for a WebSocket. */
    void begin(HttpRequest head) {
        if (uploads == UploadMeters.NONE) {
            return;
        }
        Exchange exchange = new Exchange(head);
        boolean sends = exchange.hasBody() || exchange.wantsWebSocket();
        brake.begin(sends ? meter(exchange) : UploadMeters.Meter.FREE);
    }

    private UploadMeters.Meter meter(Exchange exchange) {
        return uploads.of(new RequestDispatch(exchange, new byte[0], peers.apply(exchange)).request(Map.of()));
    }
}

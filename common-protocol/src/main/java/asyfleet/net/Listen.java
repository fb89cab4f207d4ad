package asyfleet.net;

import java.util.Optional;

/**
 * The address and port at which a server listens.
 *
 * @param port 0 takes a free one, see {@link NetServer#port()}
 */
public record Listen(String bind, int port, Optional<TlsFiles> tls) {

    public static Listen loopback(int port) {
        return new Listen("127.0.0.1", port, Optional.empty());
    }
}

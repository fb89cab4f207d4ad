package asyfleet.backend.serve;

import asyfleet.protocol.link.LinkAddress;

/**
 * The address at which queue servers reach this process. It is not always where the process listens.
 *
 * @param scheme {@code ws}, or {@code wss} with TLS
 */
record AdvertisedAddress(String scheme, String host, int port) {

    /** The address of the task behind the token, with the name of the process' link. */
    String url(String token, String link) {
        return LinkAddress.write(toString(), token, link);
    }

    @Override
    public String toString() {
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return scheme + "://" + shown + ":" + port;
    }

    /** A host that listens everywhere is reached from its own machine at least. */
    static String hostFor(String bind) {
        return switch (bind) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::", "0:0:0:0:0:0:0:0" -> "::1";
            default -> bind;
        };
    }
}

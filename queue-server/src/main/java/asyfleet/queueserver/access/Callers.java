package asyfleet.queueserver.access;

import asyfleet.net.http.Request;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * Tells whom a request counts for. A proxy's word on whom it speaks for is taken only if the proxy is trusted: otherwise
 * every client could choose its own name.
 */
public final class Callers {

    private final ApiTokens tokens;
    private final List<AddressRange> trustedProxies;

    public Callers(ApiTokens tokens, List<AddressRange> trustedProxies) {
        this.tokens = tokens;
        this.trustedProxies = List.copyOf(trustedProxies);
    }

    public Caller of(Request request) {
        Optional<String> token = tokens.nameOf(request);
        if (token.isPresent()) {
            return new Caller("token " + token.get(), true);
        }
        InetAddress address = address(request);
        return new Caller(address.getHostAddress(), !address.isLoopbackAddress());
    }

    /** The nearest hop that is not a trusted proxy: what stands further left could have been made up by the client. */
    private InetAddress address(Request request) {
        InetAddress nearest = request.peer().address().getAddress();
        List<String> hops = request.headers().all("X-Forwarded-For").stream()
                .flatMap(line -> List.of(line.split(",")).stream())
                .map(String::strip)
                .toList();
        for (int i = hops.size() - 1; i >= 0 && isTrusted(nearest); i--) {
            Optional<InetAddress> hop = parse(hops.get(i));
            if (hop.isEmpty()) {
                break;
            }
            nearest = hop.get();
        }
        return nearest;
    }

    private boolean isTrusted(InetAddress address) {
        return trustedProxies.stream().anyMatch(range -> range.contains(address));
    }

    /** Only literal addresses: a name would be looked up, which blocks. */
    private static Optional<InetAddress> parse(String text) {
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(text);
        try {
            return bytes == null ? Optional.empty() : Optional.of(InetAddress.getByAddress(bytes));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }
}

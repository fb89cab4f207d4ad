package asyfleet.queueserver.access;

import asyfleet.net.http.Headers;
import asyfleet.net.http.Request;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rule by which a request has its caller. A proxy's word on whom it speaks for is taken only if the proxy is
 * trusted: otherwise every client could choose its own name.
 */
public final class Callers {

    private static final Pattern ADDRESS_AND_PORT =
            Pattern.compile("(?:(?<v4>[0-9.]+)|\\[(?<v6>[^\\]]*)\\])(?::[0-9]{1,5})?");
    private static final Pattern FORWARDED_FOR = Pattern.compile("(?i)(?:^|;)\\s*for=\"?([^\";]*)");

    private static final Logger LOG = LoggerFactory.getLogger(Callers.class);
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_NETWORK_BYTES = 8;

    private final ApiTokens tokens;
    private final List<AddressRange> trustedProxies;

    /** Set by the event loop that meets the first such header. */
    private final AtomicBoolean warned = new AtomicBoolean();

    public Callers(ApiTokens tokens, List<AddressRange> trustedProxies) {
        this.tokens = tokens;
        this.trustedProxies = List.copyOf(trustedProxies);
    }

    public Caller of(Request request) {
        Optional<String> token = tokens.nameOf(request);
        if (token.isPresent()) {
            return new Caller("token " + token.get(), true);
        }
        return byAddress(request);
    }

    /** The nearest hop that is not a trusted proxy: what stands further left could have been made up by the client. */
    private Caller byAddress(Request request) {
        InetAddress peer = request.peer().address().getAddress();
        InetAddress nearest = peer;
        List<String> hops = hops(request.headers());
        if (!hops.isEmpty() && !isTrusted(peer)) {
            warnOfUntrusted(peer);
            return new Caller(nameOf(peer), true);
        }
        for (int i = hops.size() - 1; i >= 0 && isTrusted(nearest); i--) {
            Optional<InetAddress> hop = parse(hops.get(i));
            if (hop.isEmpty()) {
                // Somebody whom the proxy cannot or will not name; never the proxy itself, which may be unbounded.
                return new Caller("unnamed behind " + nameOf(nearest), true);
            }
            nearest = hop.get();
        }
        return new Caller(nameOf(nearest), !(peer.isLoopbackAddress() && nearest.isLoopbackAddress()));
    }

    /** Who is given an IPv6 network of 64 bits has all its addresses, so they count as one. */
    private static String nameOf(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == IPV4_BYTES || address.isLoopbackAddress()) {
            return address.getHostAddress();
        }
        byte[] network = Arrays.copyOf(Arrays.copyOf(bytes, IPV6_NETWORK_BYTES), bytes.length);
        return NetUtil.bytesToIpAddress(network) + "/" + IPV6_NETWORK_BYTES * Byte.SIZE;
    }

    /**
     * A proxy of this machine that is not trusted would make all its clients programs of this machine, which have no
     * bound; so it is one caller with a bound, and the operator is told how to trust it.
     */
    private void warnOfUntrusted(InetAddress peer) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "forwarded header ignored peer={} hint=\"name it in --trusted-proxies if it is a proxy of yours; until"
                            + " then all its clients count as one\"",
                    peer.getHostAddress());
        }
    }

    /** Whom the proxies speak for, farthest first: {@code X-Forwarded-For}, else RFC 7239's {@code Forwarded}. */
    private static List<String> hops(Headers headers) {
        List<String> hops = elements(headers.all("X-Forwarded-For"));
        return hops.isEmpty()
                ? elements(headers.all("Forwarded")).stream().map(Callers::node).toList()
                : hops;
    }

    private static List<String> elements(List<String> lines) {
        if (lines.isEmpty()) {
            return List.of(); // as for most requests
        }
        return lines.stream()
                .flatMap(line -> Arrays.stream(line.split(",", -1)))
                .map(String::strip)
                .toList();
    }

    /** The value behind {@code for=} in an element of {@code Forwarded}. */
    private static String node(String element) {
        Matcher node = FORWARDED_FOR.matcher(element);
        return node.find() ? node.group(1) : "";
    }

    private boolean isTrusted(InetAddress address) {
        return trustedProxies.stream().anyMatch(range -> range.contains(address));
    }

    /** Only literal addresses, with a port or without: a name would be looked up, which blocks. */
    private static Optional<InetAddress> parse(String text) {
        Matcher withPort = ADDRESS_AND_PORT.matcher(text);
        String address = withPort.matches() ? withPort.group("v4") : text;
        byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address == null ? withPort.group("v6") : address);
        try {
            return bytes == null ? Optional.empty() : Optional.of(InetAddress.getByAddress(bytes));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
        }
    }
}

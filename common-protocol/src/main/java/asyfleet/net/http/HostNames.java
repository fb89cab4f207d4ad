package asyfleet.net.http;

import asyfleet.config.ValueType;
import asyfleet.protocol.wire.Excerpt;
import io.netty.util.NetUtil;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The names under which a server may be asked, by the {@code Host} of a request. A web page can have its own name lead to
 * this machine after it was loaded (DNS rebinding); then the browser takes our answers for the page's own. Such a request
 * names the page's host, so it is refused before anything runs. An address cannot be made to lead elsewhere, so any
 * address is let in, and {@code localhost} too, which browsers never look up.
 *
 * @param names that the operator gave, in lower case
 * @param checked false lets every name in
 */
public record HostNames(Set<String> names, boolean checked) {

    /** For a server that others reach under names which it cannot know. */
    public static final HostNames ANY = new HostNames(Set.of(), false);

    /** For settings. */
    public static final ValueType<String> TYPE = ValueType.of("host", HostNames::parse);

    public HostNames {
        names = Set.copyOf(names);
    }

    /** On a bind that only this machine reaches, or where the operator names hosts, others are refused. */
    public static HostNames of(Set<String> names, String bind) {
        return new HostNames(names, !names.isEmpty() || isLoopback(bind));
    }

    /** Whether only programs of this machine can connect to a server that is bound to this address. */
    public static boolean isLoopback(String bind) {
        byte[] address = NetUtil.createByteArrayFromIpAddressString(bind);
        if (address == null) {
            return isLocalhost(bind.toLowerCase(Locale.ROOT));
        }
        return address.length == 4 ? address[0] == 127 : bind.equals("::1") || bind.equals("0:0:0:0:0:0:0:1");
    }

    private static String parse(String text) {
        String host = text.toLowerCase(Locale.ROOT);
        if (!host.matches("[a-z0-9_]([a-z0-9._-]*[a-z0-9_])?")) {
            throw new IllegalArgumentException("expected a host name such as figures.example.org, without a port");
        }
        return host;
    }

    /** Throws {@link HttpError} for a request to another name. One without a {@code Host} comes from no browser. */
    void check(Headers request) {
        Optional<String> host = request.first("Host");
        if (checked && host.isPresent() && !isOurs(withoutPort(host.get()))) {
            throw new HttpError(
                    421,
                    "WRONG_HOST",
                    "this server is not " + Excerpt.of(host.get())
                            + "; expected localhost, an address, or a name that its operator gave with --host-names");
        }
    }

    private boolean isOurs(String host) {
        return isLocalhost(host) || names.contains(host) || isAddress(host);
    }

    private static boolean isLocalhost(String host) {
        return host.equals("localhost") || host.endsWith(".localhost");
    }

    private static boolean isAddress(String host) {
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        return bracketed
                ? NetUtil.isValidIpV6Address(host.substring(1, host.length() - 1))
                : NetUtil.isValidIpV4Address(host);
    }

    private static String withoutPort(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        String name = lower.substring(0, endOfName(lower));
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }

    /** Where the colon before a port is, if there is one: found by hand, as every request is asked. */
    private static int endOfName(String host) {
        int end = host.length();
        while (end > 0 && host.charAt(end - 1) >= '0' && host.charAt(end - 1) <= '9') {
            end--;
        }
        return end > 0 && host.charAt(end - 1) == ':' ? end - 1 : host.length();
    }
}

package asyfleet.standalone;

import java.net.URI;
import java.util.Set;

/** The text that {@code asyfleet up} prints once it is ready: one line that says where it is, and what to try next. */
final class Greeting {

    /** Whoever listens on one of these can be reached on this machine by the name that people type. */
    private static final Set<String> REACHED_AS_LOCALHOST = Set.of("0.0.0.0", "[::]", "127.0.0.1", "[::1]");

    private Greeting() {}

    static String of(URI address) {
        String host = REACHED_AS_LOCALHOST.contains(address.getHost()) ? "localhost" : address.getHost();
        String url = address.getScheme() + "://" + host + ":" + address.getPort();
        return """
                ready %1$s

                Open it in a browser, or try it in another terminal:
                  curl --fail --data-binary 'size(6cm); for(int i=0; i<24; ++i) draw(rotate(15i)*ellipse((1,0),1,0.4), hsv(15i,0.8,0.8));' '%1$s/?f=svg' > flower.svg
                Ctrl-C ends it.
                """.formatted(url);
    }
}

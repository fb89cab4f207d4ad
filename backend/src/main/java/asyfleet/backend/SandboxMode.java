package asyfleet.backend;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** A way to confine tasks. */
public enum SandboxMode {
    /** By bubblewrap, out of the kernel's namespaces. */
    BWRAP,
    /** Not at all. */
    NONE;

    /**
     * Whether tasks may come from there: what is not confined must come from this machine.
     *
     * @param host where we listen, or whom we ask
     */
    public boolean admits(String host) {
        return this != NONE || isLoopback(host);
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}

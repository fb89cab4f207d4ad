package asyfleet.net.bounds;

import io.netty.channel.Channel;
import java.util.EnumSet;
import java.util.Set;

/**
 * A switch for reading from a connection: it is read only while nobody holds it. Confined to the connection's event
 * loop.
 */
public final class ReadSwitch {

    /** The reasons why nothing is to be read. */
    public enum Hold {
        /** Requests wait for their turn. */
        TURN,
        /** The client has sent more than it may for now. */
        RATE
    }

    private final Channel channel;
    private final Set<Hold> holds = EnumSet.noneOf(Hold.class);

    public ReadSwitch(Channel channel) {
        this.channel = channel;
    }

    public void set(Hold hold, boolean held) {
        if (held) {
            holds.add(hold);
        } else {
            holds.remove(hold);
        }
        channel.config().setAutoRead(holds.isEmpty());
    }
}

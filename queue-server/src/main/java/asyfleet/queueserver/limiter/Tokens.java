package asyfleet.queueserver.limiter;

import asyfleet.config.Secret;
import java.util.List;

/** Tokens that open a door. Compared in constant time, all of them, so that time tells nothing about any. */
public final class Tokens {

    private final List<Secret> accepted;

    public Tokens(List<Secret> accepted) {
        this.accepted = List.copyOf(accepted);
    }

    public boolean isEmpty() {
        return accepted.isEmpty();
    }

    public boolean accept(String offered) {
        boolean found = false;
        for (Secret token : accepted) {
            found |= token.matches(offered);
        }
        return found;
    }
}

package asyfleet.lab.chaos.history;

/** The reasons that a fault gives for what a client saw. Without a reason, the same thing breaks a promise. */
public enum Excuse {
    /** The client's own connection ended with the server or the network: how its task went on is unknown. */
    CONNECTION_LOST,
    /** A queue server died, or was taken for dead: its webhooks may be told again. */
    SERVER_LOST,
    /** No queue server could renew its lease for longer than it lives: for the limiter, all its requests have ended. */
    LEASE_LOST,
    /** Slots were lost: a shell ends with them. */
    BACKEND_LOST,
    /** Slots, or tasks whose client is gone, come and go: the scheduler may know of more or fewer than a sample shows. */
    SLOTS_CHANGE,
    /** Redis did not answer: the fleet may say that it is unavailable. */
    REDIS_AWAY,
    /** Redis lost data: what had ended may be unknown. */
    FORGOTTEN
}

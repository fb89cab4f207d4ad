package asyfleet.ring.run;

/**
 * A job that the manager gave to us.
 *
 * @param type the extension of its file, with the dot, which some managers leave out
 * @param ours whether the manager is our own, which unpacks parcels
 */
public record GivenJob(String name, String type, byte[] contents, boolean ours) {

    public GivenJob {
        type = type.startsWith(".") ? type : "." + type;
    }
}

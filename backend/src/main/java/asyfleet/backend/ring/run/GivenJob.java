package asyfleet.backend.ring.run;

/**
 * A job that the manager gave to us.
 *
 * @param type the extension of its file, with the dot, which some managers leave out
 */
public record GivenJob(String name, String type, byte[] contents) {

    public GivenJob {
        type = type.startsWith(".") ? type : "." + type;
    }
}

package asyfleet.backend.ring.run;

/**
 * A job that the manager gave to us.
 *
 * @param type the extension of its file, with the dot
 */
public record GivenJob(String name, String type, byte[] contents) {}

package asyfleet.backend.ring.session;

/**
 * A runner that is connected.
 *
 * @param connection counts connections, since names are what runners say they are
 * @param name as it said in its hail
 * @param address of its machine
 */
public record RunnerId(long connection, String name, String address) {}

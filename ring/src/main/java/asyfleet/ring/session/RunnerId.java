package asyfleet.ring.session;

/**
 * A runner that is connected.
 *
 * @param connection counts connections, since names are what runners say they are
 * @param name as it said in its hail, without the mark of our own
 * @param address of its machine
 * @param ours whether its hail had that mark
 */
public record RunnerId(long connection, String name, String address, boolean ours) {}

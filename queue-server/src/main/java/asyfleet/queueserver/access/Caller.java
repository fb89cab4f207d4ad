package asyfleet.queueserver.access;

/**
 * The one whom a request counts for.
 *
 * @param name a token's name, else an address; never a token
 * @param bounded whether its tasks are counted: those of this machine's own programs are not
 */
public record Caller(String name, boolean bounded) {}

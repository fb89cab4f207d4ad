package asyfleet.lab.chaos.history;

import java.util.Optional;

/**
 * The end that a task would have in a fleet that nobody breaks.
 *
 * @param figure the kind of figure, for people
 * @param code the code of its end
 * @param picture the digest of its picture when it was drawn alone; empty if it draws none
 * @param output all that it writes; empty if the client does not get to see it
 */
public record ExpectedEnd(String figure, String code, Optional<String> picture, Optional<String> output) {}

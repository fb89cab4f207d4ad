package asyfleet.backend;

import java.nio.file.Path;

/**
 * What an operator sets about the warm start.
 *
 * @param on whether programs wait for tasks
 * @param cache where what that takes is kept from one start to the next
 */
public record WarmSettings(boolean on, Path cache) {}

package asyfleet.backend;

import java.nio.file.Path;

/**
 * The settings of the warm start.
 *
 * @param on whether programs wait for tasks
 * @param cache where what that takes is kept from one start to the next
 */
public record WarmSettings(boolean on, Path cache) {}

package asyfleet.queueserver.task;

import java.util.Optional;

/**
 * The place of a task in the fleet.
 *
 * @param id its ID in Redis, another one for each run
 * @param run 1, and more after its backend was lost
 * @param machine host and port of the backend that has it
 */
public record TaskPlace(String id, int run, Optional<String> machine) {}

package asyfleet.backend.sandbox;

import java.util.List;
import java.util.Map;

/**
 * The means by which a program that was started outside a cell is taken into one later and held there like any process
 * that the cell started itself. Joining the cell's namespaces and dropping all capabilities are up to the program.
 *
 * @param command starts the program that follows it as the user that cells belong to, under their limits
 * @param environment the whole environment of a cell
 * @param directory where a task's directory is inside
 * @param filter the system call filter, as the kernel reads it
 * @param processes how many processes a cell may have; to be limited inside, where they are counted
 */
public record Confinement(
        List<String> command, Map<String, String> environment, String directory, byte[] filter, int processes) {

    public Confinement {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }
}

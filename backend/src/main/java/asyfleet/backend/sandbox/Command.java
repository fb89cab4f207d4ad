package asyfleet.backend.sandbox;

import java.util.List;

/**
 * A program to run in a cell.
 *
 * @param arguments the program and its arguments, none of them empty or with a line break (they cross into the cell
 *     line by line)
 * @param mergeErrors standard error goes where standard output goes, through one pipe, so in the order it was written
 */
public record Command(List<String> arguments, boolean mergeErrors) {

    public Command {
        arguments = List.copyOf(arguments);
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException("no arguments, expected at least the program");
        }
        for (String argument : arguments) {
            if (argument.isEmpty() || argument.indexOf('\n') >= 0 || argument.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(
                        "argument '" + argument + "', expected one that is not empty and has no line break");
            }
        }
    }
}

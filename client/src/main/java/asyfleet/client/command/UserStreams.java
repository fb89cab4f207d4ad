package asyfleet.client.command;

import asyfleet.terminal.Colours;
import asyfleet.terminal.Terminal;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * The streams and the environment of the user who called a command.
 *
 * @param inIsTerminal whether a person types standard input
 * @param outIsTerminal whether a person reads standard output
 * @param errIsTerminal whether a person reads standard error
 */
public record UserStreams(
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean inIsTerminal,
        boolean outIsTerminal,
        boolean errIsTerminal,
        Map<String, String> environment) {

    /** Those of this process. */
    public static UserStreams ofProcess(Map<String, String> environment) {
        return new UserStreams(
                System.in,
                System.out,
                System.err,
                Terminal.isStandardInput(),
                Terminal.isStandardOutput(),
                Terminal.isStandardError(),
                environment);
    }

    /** Pipes, as in a script. */
    public static UserStreams pipes(InputStream in, PrintStream out, PrintStream err) {
        return new UserStreams(in, out, err, false, false, false, Map.of());
    }

    public Colours errColours() {
        return Colours.of(errIsTerminal && Terminal.hasColours(environment));
    }

    public int width() {
        return errIsTerminal || outIsTerminal ? Terminal.width(environment) : Terminal.USUAL_WIDTH;
    }
}

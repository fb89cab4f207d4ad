package asyfleet.config;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A command that reads settings, and the frame that all such commands share: it answers {@code --help}, names every mistake
 * in the settings, and says why the command cannot start.
 *
 * <p>Exit codes: 0 after {@code --help}; 1 when the command cannot start; 2 when the settings are wrong; else what the
 * command returns.
 */
@FunctionalInterface
public interface SettingsCommand {

    int CANNOT_START = 1;
    int WRONG_SETTINGS = 2;

    /**
     * Carries the command out, and returns its exit code.
     *
     * @throws SettingsException when settings do not go together
     * @throws StartFailure when the command cannot start
     */
    int run(SettingValues values) throws InterruptedException;

    /** A command of a program; the last word of its spec's service is its name. */
    record Named(SettingsSpec spec, SettingsCommand command) {}

    /** Carries out the command of this program that the first argument names. Empty if it names none. */
    static OptionalInt runNamed(
            String program, List<Named> commands, List<String> args, Map<String, String> environment)
            throws InterruptedException {
        for (Named named : commands) {
            if (!args.isEmpty() && named.spec().service().equals(program + " " + args.get(0))) {
                return OptionalInt.of(run(named.spec(), args.subList(1, args.size()), environment, named.command()));
            }
        }
        return OptionalInt.empty();
    }

    /** Carries out a command of the process: with its output, and the settings that all programs have. */
    static int run(SettingsSpec spec, List<String> args, Map<String, String> environment, SettingsCommand command)
            throws InterruptedException {
        return run(spec, args, environment, System.out, System.err, values -> {
            spec.useCommon(values);
            return command.run(values);
        });
    }

    static int run(
            SettingsSpec spec,
            List<String> args,
            Map<String, String> environment,
            PrintStream out,
            PrintStream err,
            SettingsCommand command)
            throws InterruptedException {
        if (spec.asksForHelp(args)) {
            out.print(spec.help());
            return 0;
        }
        try {
            return command.run(spec.read(args, environment));
        } catch (SettingsException e) {
            err.println(explain(spec.service(), e.mistakes()));
            return WRONG_SETTINGS;
        } catch (StartFailure e) {
            err.println("asyfleet " + spec.service() + ": " + e.getMessage());
            return CANNOT_START;
        }
    }

    private static String explain(String name, List<String> mistakes) {
        String hint = " ('asyfleet " + name + " --help' lists the settings)";
        if (mistakes.size() == 1) {
            return "asyfleet " + name + ": " + mistakes.get(0) + hint;
        }
        return "asyfleet " + name + ": " + mistakes.size() + " mistakes in the settings" + hint + "\n  "
                + String.join("\n  ", mistakes);
    }
}

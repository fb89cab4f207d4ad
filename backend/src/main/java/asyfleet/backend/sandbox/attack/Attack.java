package asyfleet.backend.sandbox.attack;

import asyfleet.backend.sandbox.Command;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One way to try to get out.
 *
 * @param name what is tried, for the operator
 * @param files put into the cell first
 * @param succeeded tells from what it left behind whether it got out
 */
record Attack(String name, Map<String, String> files, Command command, Predicate<Evidence> succeeded) {

    private static final String SOURCE = "main.asy";

    static Attack byShell(String name, String script, Predicate<Evidence> succeeded) {
        return new Attack(name, Map.of("attack.sh", script), run("sh", "attack.sh"), succeeded);
    }

    /** As tasks are started, so that it meets the same programs. */
    static Attack byAsymptote(String name, String format, String source, Predicate<Evidence> succeeded) {
        Command asy = run(
                "asy", "-noV", "-config=", "-noglobalread", "-offline", "-render=0", "-f", format, "-o", "out", SOURCE);
        return new Attack(name, Map.of(SOURCE, source), asy, succeeded);
    }

    /**
     * Asymptote calls TeX with this argument, and a shell that is named in place of TeX takes it for a script. The script
     * keeps its pipe to Asymptote open, or Asymptote would end, and everything with it, before the script has.
     */
    static Attack byProgramOfSettings(String name, String script, Predicate<Evidence> succeeded) {
        String source = "file f=output(\"\\scrollmode\"); write(f,\"exec 5>&1 >loot.txt 2>&1; " + script
                + "\"); close(f); settings.texcommand=\"sh\"; label(\"x\",(0,0));";
        return byAsymptote(name, "svg", source, succeeded);
    }

    private static Command run(String... arguments) {
        return new Command(List.of(arguments), true);
    }
}

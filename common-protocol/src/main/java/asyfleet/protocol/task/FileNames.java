package asyfleet.protocol.task;

import asyfleet.protocol.wire.Excerpt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The rules for the names of files in a task. A name becomes a file in the work directory and may stand on a command
 * line, so it is one plain component: no separators, no leading dot or dash, nothing a shell, TeX or a terminal gives a
 * meaning to. A list of what is allowed is used because a list of what is dangerous is never complete.
 */
public final class FileNames {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]*");
    static final String MAIN_EXTENSION = "asy";

    private FileNames() {}

    /**
     * Checks a name.
     *
     * @param main whether it is the file to run, which must be Asymptote source
     * @throws ProtocolException that says what is wrong with it
     */
    public static void check(String name, boolean main, TaskLimits.Files limits) {
        if (name.length() > limits.maxNameLength()) {
            throw new ProtocolException("file name " + Excerpt.of(name) + " has " + name.length()
                    + " characters; expected at most " + limits.maxNameLength());
        }
        if (!PLAIN.matcher(name).matches()) {
            throw new ProtocolException("bad file name " + Excerpt.of(name)
                    + "; expected letters, digits and any of _ + - . and a letter, digit or _ first");
        }
        checkExtension(name, main ? Set.of(MAIN_EXTENSION) : limits.extensions());
    }

    private static void checkExtension(String name, Set<String> allowed) {
        int dot = name.lastIndexOf('.');
        if (dot < 0 || !allowed.isEmpty() && !allowed.contains(name.substring(dot + 1))) {
            throw new ProtocolException("bad file name " + Excerpt.of(name) + "; expected it to end in ."
                    + String.join(", .", new TreeSet<>(allowed)));
        }
    }
}

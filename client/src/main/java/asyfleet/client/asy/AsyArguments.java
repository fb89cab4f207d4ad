package asyfleet.client.asy;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A command line of {@code asy}, read as its own parser reads it: options with one dash or two, values after a blank or an
 * equals sign, or joined to a short name, and files in between. Confined to one thread.
 */
final class AsyArguments {

    private static final int MAX_VERBOSITY = 3;

    private final List<String> files = new ArrayList<>();
    private final List<String> statements = new ArrayList<>();
    private Format format;
    private String outname = "";
    private int render = -1;
    private int verbosity;
    private boolean quiet;
    private boolean help;
    private boolean version;
    private boolean environment;
    private boolean view;

    /** @throws AsyMistake that names what the fleet does not have */
    static AsyArguments parse(List<String> arguments) {
        AsyArguments parsed = new AsyArguments();
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            String argument = rest.next();
            if (argument.equals("-") || !argument.startsWith("-")) {
                parsed.files.add(argument);
            } else {
                parsed.option(argument.replaceFirst("^--?", ""), rest);
            }
        }
        return parsed;
    }

    private void option(String text, Iterator<String> rest) {
        int equals = text.indexOf('=');
        String name = AsyOptions.longName(equals < 0 ? text : text.substring(0, equals));
        int joined = AsyOptions.flagsBeforeJoinedValue(text);
        if (joined >= 0) {
            text.substring(0, joined).chars().forEach(flag -> flag(AsyOptions.longName(Character.toString(flag))));
            value(AsyOptions.longName(text.substring(joined, joined + 1)), text.substring(joined + 1));
        } else if (!AsyOptions.WITH_VALUE.contains(name)) {
            flag(name);
        } else if (equals >= 0) {
            value(name, text.substring(equals + 1));
        } else if (rest.hasNext()) {
            value(name, rest.next());
        } else {
            throw new AsyMistake("option -" + name + " wants a value");
        }
    }

    private void flag(String name) {
        switch (name) {
            case "help" -> help = true;
            case "version" -> version = true;
            case "environment" -> environment = true;
            case "quiet" -> quiet = true;
            case "View" -> view = true;
            case "noView" -> view = false;
            case "verbose" -> verbosity++;
            case "vv", "vvv" -> verbosity += name.length();
            default -> AsyOptions.statement(name).ifPresent(statements::add);
        }
    }

    private void value(String name, String value) {
        switch (name) {
            case "outformat" ->
                format = Format.ofWire(value)
                        .orElseThrow(() -> new AsyMistake("format " + value
                                + " is not supported by the fleet; expected svg, pdf, png, html or eps"));
            case "outname" -> outname = value;
            case "render" -> render = AsyOptions.render(value);
            default -> AsyOptions.statement(name, value).ifPresent(statements::add);
        }
    }

    boolean wantsHelp() {
        return help;
    }

    boolean wantsVersion() {
        return version;
    }

    /** Whether only the settings are asked for, as programs do that look whether {@code asy} works. */
    boolean wantsEnvironment() {
        return environment;
    }

    boolean isQuiet() {
        return quiet;
    }

    /** Whether the images are shown when they are written. */
    boolean wantsView() {
        return view;
    }

    List<String> files() {
        return files;
    }

    /** A directory if it ends in a slash, else a name without its extension. */
    String outname() {
        return outname;
    }

    /** The format that was asked for; without one it depends on the source. */
    Optional<Format> format() {
        return Optional.ofNullable(format);
    }

    /** The statements that the options mean, for the first line of a source. */
    String prelude(Format drawn) {
        String pixels = render >= 0 && !(drawn == Format.PNG && render > 0) ? "settings.render=" + render + "; " : "";
        return pixels + (statements.isEmpty() ? "" : String.join(" ", statements) + " ");
    }

    TaskOptions options(Format drawn) {
        Integer dpi = drawn == Format.PNG && render > 0 ? (Integer) (render * PictureOptions.DPI_OF_SCALE) : null;
        PictureOptions picture = new PictureOptions(null, dpi, null, null);
        return new TaskOptions(false, null, drawn, StderrMode.SEPARATE, Math.min(verbosity, MAX_VERBOSITY), picture);
    }
}

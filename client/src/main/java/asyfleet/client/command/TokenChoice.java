package asyfleet.client.command;

import asyfleet.client.files.WholeFile;
import asyfleet.config.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The choice between the places of a token: an option wins over the environment, and the token itself over a file that
 * holds it.
 *
 * @param command for its mistakes
 * @param variable of the environment; the name of the one for a file ends in {@code _FILE}
 */
public record TokenChoice(CommandLine command, String variable, Map<String, String> environment) {

    private static final int MOST_BYTES = 4096;

    /** The words that a header can carry. */
    private static final Pattern WORD = Pattern.compile("[!-~]+");

    /**
     * @param token as the command line says it, or null
     * @param file as the command line says it, or null
     */
    public Optional<Secret> of(String token, Path file) {
        boolean direct = token != null && !token.isEmpty();
        boolean byFile = file != null && !file.toString().isEmpty();
        if (direct && byFile) {
            throw wrong("--token and --token-file are both there; expected one of the two", null);
        }
        if (direct) {
            return Optional.of(word("--token", token));
        }
        if (byFile) {
            return Optional.of(contents("--token-file", file));
        }
        String fileVariable = variable + "_FILE";
        String here = environment.getOrDefault(variable, "");
        String there = environment.getOrDefault(fileVariable, "");
        if (!here.isEmpty()) {
            return Optional.of(word(variable, here));
        }
        return there.isEmpty() ? Optional.empty() : Optional.of(contents(fileVariable, Path.of(there)));
    }

    private Secret contents(String name, Path file) {
        try {
            String text = new String(WholeFile.read(file, MOST_BYTES), StandardCharsets.UTF_8);
            return word(name + " " + file, text);
        } catch (IOException e) {
            throw wrong(name + ": " + FileMistake.of(e), e);
        }
    }

    /** The message does not repeat it: others may see the terminal. */
    private Secret word(String name, String text) {
        String token = text.strip();
        if (!WORD.matcher(token).matches()) {
            throw wrong(name + " holds no token; expected one word of ASCII characters", null);
        }
        return new Secret(token);
    }

    private ParameterException wrong(String message, Exception cause) {
        return new ParameterException(command, message, cause);
    }
}

package asyfleet.client.shell;

import asyfleet.client.command.UserStreams;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * The lines that a user types, and a place for answers that does not disturb them. At a terminal a line can be edited, and
 * earlier lines come back, also those of earlier shells. {@link #say} is for any thread.
 */
interface PromptLines extends AutoCloseable {

    /** The next line; empty at the end of the input. */
    Optional<String> next() throws IOException;

    void say(String text);

    @Override
    void close() throws IOException;

    static PromptLines of(UserStreams streams) throws IOException {
        return streams.outIsTerminal() && System.console() != null ? new Edited(streams) : new Piped(streams);
    }

    /** Lines from a pipe. */
    final class Piped implements PromptLines {

        private final BufferedReader in;
        private final UserStreams streams;

        Piped(UserStreams streams) {
            this.in = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
            this.streams = streams;
        }

        @Override
        public Optional<String> next() throws IOException {
            return Optional.ofNullable(in.readLine());
        }

        @Override
        public void say(String text) {
            streams.out().print(text);
            streams.out().flush();
        }

        @Override
        public void close() {}
    }

    /** Lines from a terminal. */
    final class Edited implements PromptLines {

        private final Terminal terminal;
        private final LineReader reader;

        Edited(UserStreams streams) throws IOException {
            this.terminal = TerminalBuilder.builder().system(true).build();
            this.reader = LineReaderBuilder.builder()
                    .terminal(terminal)
                    .appName("asyfleet")
                    .variable(LineReader.HISTORY_FILE, history(streams))
                    .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                    .build();
        }

        private static Path history(UserStreams streams) {
            String home = streams.environment().getOrDefault("HOME", ".");
            return Path.of(streams.environment().getOrDefault("XDG_STATE_HOME", home + "/.local/state"))
                    .resolve("asyfleet/shell-history");
        }

        @Override
        public Optional<String> next() {
            try {
                return Optional.of(reader.readLine("> "));
            } catch (EndOfFileException | UserInterruptException end) {
                return Optional.empty();
            }
        }

        @Override
        public void say(String text) {
            reader.printAbove(text.endsWith("\n") ? text.substring(0, text.length() - 1) : text);
        }

        @Override
        public void close() throws IOException {
            terminal.close();
        }
    }
}

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
 * earlier lines come back, also those of earlier shells. {@link #say} and {@link #end} are for any thread.
 */
interface PromptLines extends AutoCloseable {

    /** The next line; empty at the end of the input, and after {@link #end}. */
    Optional<String> next() throws IOException;

    /** No more lines are wanted. A person who is at the prompt need not press Enter to learn that. */
    void end();

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

        /** Volatile: any thread ends what the thread of the command reads. */
        private volatile boolean ended;

        Piped(UserStreams streams) {
            this.in = new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8));
            this.streams = streams;
        }

        @Override
        public Optional<String> next() throws IOException {
            return ended ? Optional.empty() : Optional.ofNullable(in.readLine());
        }

        /** A line that is being waited for comes first: nothing interrupts the reading of a pipe. */
        @Override
        public void end() {
            ended = true;
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

        /** The thread that is at the prompt, or null. Guarded by this, as is the next one. */
        private Thread prompted;

        private boolean ended;

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
            if (!prompts(true)) {
                return Optional.empty();
            }
            try {
                return Optional.of(reader.readLine("> "));
            } catch (EndOfFileException | UserInterruptException end) {
                return Optional.empty();
            } finally {
                prompts(false);
            }
        }

        /** An interrupt that comes when the line is there already must not reach what the command does next. */
        private synchronized boolean prompts(boolean begins) {
            prompted = begins ? Thread.currentThread() : null;
            return !(begins ? ended : Thread.interrupted());
        }

        @Override
        public synchronized void end() {
            ended = true;
            if (prompted != null) {
                prompted.interrupt();
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

package asyfleet.logging;

import java.util.Locale;
import org.slf4j.event.Level;

/**
 * The choice of this process what to log and how. Made when a program starts; until then {@code -Dasyfleet.log=LEVEL} says
 * what.
 *
 * @param service the name that its lines carry
 * @param least the least grave level that is logged
 */
public record LogStyle(String service, Level least, LogFormat format) {

    private static volatile LogStyle current =
            new LogStyle("asyfleet", level(System.getProperty("asyfleet.log", "info")), LogFormat.TEXT);

    /** From now on, for all loggers of this process. */
    public void use() {
        current = this;
    }

    public static LogStyle current() {
        return current;
    }

    public LogStyle of(String name) {
        return new LogStyle(name, least, format);
    }

    public LogStyle from(Level level) {
        return new LogStyle(service, level, format);
    }

    public LogStyle as(LogFormat lines) {
        return new LogStyle(service, least, lines);
    }

    private static Level level(String name) {
        return Level.valueOf(name.toUpperCase(Locale.ROOT));
    }
}

package asyfleet.logging;

import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;

/** A logger that has each event written as one line to standard error. */
final class FleetLogger extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1L;

    FleetLogger(String name) {
        this.name = name;
    }

    private static boolean logs(Level level) {
        return level.toInt() >= LogStyle.current().least().toInt();
    }

    @Override
    public boolean isTraceEnabled() {
        return logs(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return logs(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return logs(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return logs(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return logs(Level.ERROR);
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return null; // lines do not say from where they were logged
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String message, Object[] arguments, Throwable failure) {
        LogStyle style = LogStyle.current();
        LogEvent event = LogEvent.of(new LogEvent.Source(level, style.service(), name), message, arguments, failure);
        LogWriter.ofProcess().write(level, style.format().line(event));
    }
}

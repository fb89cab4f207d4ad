package asyfleet.ring.protocol;

import asyfleet.protocol.wire.Excerpt;
import java.util.regex.Pattern;

/** The rules for the fields of messages. The records check themselves with it, so that neither end can say more. */
final class RingFields {

    private static final Pattern STATUS = Pattern.compile("[A-Za-z0-9_.+-]{1,32}");
    private static final Pattern TYPE = Pattern.compile("\\.?[A-Za-z0-9]{1,16}");

    /**
     * As many digits as a size may have, the first of them 0. No byte can follow it: the message is seen to be all. A
     * name may have such digits as well, so what we write before a size has to be there.
     */
    private static final Pattern WHOLE_SIZE = Pattern.compile(".+ (\\.[A-Za-z0-9]+|success|failure) 0[0-9]{9}");

    private RingFields() {}

    static boolean endsInWholeSize(String fields) {
        return WHOLE_SIZE.matcher(fields).matches();
    }

    static String wholeSize(int size) {
        return "%010d".formatted(size);
    }

    /** A name may have spaces inside, since fields are read from the right, but nothing that ends a line or hides. */
    static void checkName(String what, String name) {
        boolean plain = name.codePoints().noneMatch(c -> Character.isISOControl(c) || c == '\u2028' || c == '\u2029');
        check(plain && !name.isEmpty() && name.equals(name.strip()), what, name, "a name without control characters");
    }

    /** A job's name becomes a path below the runs and outputs directories, so it must not lead out of them. */
    static void checkJob(String name) {
        checkName("job name", name);
        boolean inside = name.indexOf('\\') < 0;
        for (String part : name.split("/", -1)) {
            inside &= !part.isEmpty() && !part.equals(".") && !part.equals("..");
        }
        check(inside, "job name", name, "a relative path without \"..\"");
    }

    static void checkType(String type) {
        check(TYPE.matcher(type).matches(), "job type", type, "a file extension such as .asy");
    }

    static void checkStatus(String status) {
        check(STATUS.matcher(status).matches(), "status", status, "one word such as success");
    }

    static void checkVersion(String version) {
        // Whatever another version calls itself, it has to be understood to be another.
        checkName("version", version);
    }

    static void checkSize(int size) {
        check(size >= 0, "size", Integer.toString(size), "0 or more");
    }

    private static void check(boolean good, String what, String value, String expected) {
        if (!good) {
            throw new IllegalArgumentException(what + " is " + Excerpt.of(value) + "; expected " + expected);
        }
    }
}

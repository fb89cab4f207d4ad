package asyfleet.protocol.task;

import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.ValueType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The setting of which kinds of files a task may bring: of every service that clients send files to. */
public final class FileTypes {

    public static final Setting<List<String>> SETTING = Setting.of(
                    "--file-types",
                    "ASYFLEET_FILE_TYPES",
                    ValueType.listOf(ValueType.of("extension", FileTypes::extension)),
                    "How the names of files that a task brings may end, without the dot; asy is always allowed")
            .byDefault(String.join(",", new TreeSet<>(TaskLimits.DEFAULT.files().extensions())));

    private FileTypes() {}

    private static String extension(String text) {
        if (!text.matches("[A-Za-z0-9]{1,20}")) {
            throw new IllegalArgumentException("expected letters and digits such as csv");
        }
        return text;
    }

    /** The usual limits with these types. A figure needs its main file, whatever else is allowed. */
    public static TaskLimits limits(SettingValues values) {
        Set<String> types = new HashSet<>(values.get(SETTING));
        types.add(FileNames.MAIN_EXTENSION);
        return TaskLimits.DEFAULT.withExtensions(types);
    }
}

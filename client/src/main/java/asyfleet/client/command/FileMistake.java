package asyfleet.client.command;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/**
 * The reason why a file could not be used, in words: what the JDK says of most mistakes is a path and the name of a
 * class.
 */
public final class FileMistake {

    private FileMistake() {}

    public static String of(IOException mistake) {
        if (mistake instanceof NoSuchFileException missing) {
            return "there is no " + missing.getFile();
        }
        if (mistake instanceof AccessDeniedException denied) {
            return "no permission for " + denied.getFile();
        }
        boolean says = !(mistake instanceof FileSystemException known) || known.getReason() != null;
        return says && mistake.getMessage() != null ? mistake.getMessage() : mistake.toString();
    }
}

package asyfleet.client.source;

import java.nio.file.Path;

/**
 * A file that a source names and that cannot be sent along.
 *
 * @param source where it is named
 * @param why what is the matter with it, as a sentence
 */
public record AbsentFile(Path source, int line, int column, String why) {}

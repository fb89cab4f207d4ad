package asyfleet.lab.chaos.fleet;

import asyfleet.config.StartFailure;
import asyfleet.process.ChildCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A small file system in memory as the work directory of a process, which can be filled. It belongs to the process and goes
 * with it: nothing is left mounted, however this program ends. Only root can have one.
 */
public final class SmallDisk {

    private static final String MOUNT = "mount -t tmpfs -o size=32m,mode=755 tmpfs \"$0\" && exec \"$@\"";
    private static final int BLOCK = 64 << 10;

    private final SupervisedProcess owner;
    private final Path directory;

    SmallDisk(SupervisedProcess owner, Path directory) {
        this.owner = owner;
        this.directory = directory;
    }

    /** The command with a disk of its own at this directory. */
    static ChildCommand under(ChildCommand command, Path directory) {
        return command.under("unshare", "--mount", "sh", "-c", MOUNT, directory.toString());
    }

    /** Whether this user may have one. */
    static boolean isPossible(Path directory) {
        try {
            under(ChildCommand.of("true"), directory).run();
            return true;
        } catch (StartFailure e) {
            return false;
        }
    }

    public String owner() {
        return owner.name();
    }

    /** To the last byte. */
    public void fill() throws IOException {
        try (FileChannel file = FileChannel.open(ballast(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            append(file, BLOCK);
            append(file, 1);
        }
    }

    private static void append(FileChannel file, int size) {
        try {
            while (file.write(ByteBuffer.allocate(size)) > 0) {}
        } catch (IOException e) {
            return; // it is full
        }
    }

    public void free() throws IOException {
        Files.deleteIfExists(ballast());
    }

    private Path ballast() {
        return view().resolve("ballast");
    }

    /** The directory as its owner sees it: elsewhere this file system is not mounted. */
    Path view() {
        return Path.of("/proc/" + owner.pid() + "/root" + directory);
    }
}

package asyfleet.ring.manage;

import asyfleet.ring.session.RingJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A job that is a file below the runs directory. */
record FileJob(String name, String type, Path file, int mostBytes) implements RingJob {

    @Override
    public byte[] contents() throws IOException {
        long size = Files.size(file);
        if (size > mostBytes) {
            throw new IOException(file + " has " + size + " bytes, expected at most " + mostBytes);
        }
        return Files.readAllBytes(file);
    }
}

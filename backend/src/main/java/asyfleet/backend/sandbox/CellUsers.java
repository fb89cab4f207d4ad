package asyfleet.backend.sandbox;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The numbers of the users that root's cells belong to. Each process that opens cells has its own: what the kernel counts
 * by user, or lets processes of one user do to each other, stays inside one backend.
 *
 * <p>The range is one that neither Debian nor systemd gives to anybody, and low enough for a container that has 65536
 * users. A number that has a name, or that a process runs under, is passed over.
 */
final class CellUsers {

    private static final int FIRST = 60_706;
    private static final int LAST = 61_183;
    private static final String CLAIM = "user-";
    private static final Path NAMES = Path.of("/etc/passwd");

    private CellUsers() {}

    /** Takes a free number for the process that has this directory under the base, as long as that is there. */
    static int claim(Path base, Path directory) throws IOException {
        Set<Integer> taken = new HashSet<>();
        addClaimed(base, taken);
        addNamed(taken);
        addRunning(taken);
        for (int number = FIRST; number <= LAST; number++) {
            if (!taken.contains(number)) {
                Files.createFile(directory.resolve(CLAIM + number));
                return number;
            }
        }
        throw new IOException("no free user for cells, expected one from " + FIRST + " to " + LAST);
    }

    private static void addClaimed(Path base, Set<Integer> taken) throws IOException {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(base, "run-*")) {
            for (Path directory : directories) {
                try (DirectoryStream<Path> claims = Files.newDirectoryStream(directory, CLAIM + "*")) {
                    claims.forEach(claim -> taken.add(
                            Integer.valueOf(claim.getFileName().toString().substring(CLAIM.length()))));
                }
            }
        }
    }

    private static void addNamed(Set<Integer> taken) throws IOException {
        for (String line : Files.readAllLines(NAMES)) {
            String[] fields = line.split(":");
            if (fields.length > 2 && fields[2].matches("\\d{1,9}")) {
                taken.add(Integer.valueOf(fields[2]));
            }
        }
    }

    private static void addRunning(Set<Integer> taken) throws IOException {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path process : processes) {
                try {
                    taken.add(Account.owner(process));
                } catch (IOException gone) {
                    // It ended while we looked.
                }
            }
        }
    }
}

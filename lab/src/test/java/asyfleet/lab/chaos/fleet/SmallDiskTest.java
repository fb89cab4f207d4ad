package asyfleet.lab.chaos.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.process.ChildCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(60)
class SmallDiskTest {

    private static final String NAME = "backend1";

    @TempDir
    Path directory;

    @Test
    void whatAProcessLeavesOnADiskOfItsOwnIsSeen() throws Exception {
        RunDirectory run = new RunDirectory(directory);
        Path work = run.work(NAME);
        assumeTrue(SmallDisk.isPossible(work), "only root can mount one");
        ChildCommand writer = ChildCommand.of("sh", "-c", "touch \"$0/left\" && exec sleep 60", work.toString());

        try (SupervisedProcess member =
                new SupervisedProcess(NAME, MemberRole.BACKEND, SmallDisk.under(writer, work), any -> true)) {
            SmallDisk disk = new SmallDisk(member.start(), work);
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (run.files(NAME, disk.view()).isEmpty() && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }

            assertEquals(List.of(work.resolve("left")), run.files(NAME, disk.view()));
            assertEquals(List.of(), run.files(NAME));
        }
    }
}

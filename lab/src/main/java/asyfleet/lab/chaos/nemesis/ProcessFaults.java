package asyfleet.lab.chaos.nemesis;

import asyfleet.lab.chaos.fleet.ChaosFleet;
import asyfleet.lab.chaos.fleet.SmallDisk;
import asyfleet.lab.chaos.fleet.SupervisedProcess;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.nemesis.FleetFault.Act;
import asyfleet.process.ChildCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The faults of what a process gets from its machine: memory, disk, descriptors, time. Any thread may use it. */
final class ProcessFaults {

    private static final List<Path> LIBRARY_DIRECTORIES =
            List.of(Path.of("/usr/lib"), Path.of("/usr/lib/x86_64-linux-gnu"), Path.of("/usr/lib/aarch64-linux-gnu"));
    private static final String FAKE_TIME = "faketime/libfaketimeMT.so.1";
    private static final Duration JUMP = Duration.ofSeconds(4);
    private static final Duration RESTART_LIMIT = Duration.ofSeconds(180);

    private final ChaosFleet fleet;

    ProcessFaults(ChaosFleet fleet) {
        this.fleet = fleet;
    }

    /** Why this machine cannot have it; empty if it can. */
    Optional<String> obstacle(FaultKind kind) {
        if (kind == FaultKind.CLOCK_JUMP && library().isEmpty()) {
            return Optional.of("libfaketime is not installed");
        }
        if (kind == FaultKind.FULL_DISK && fleet.smallDisk().isEmpty()) {
            return Optional.of("only root can give a backend a small disk");
        }
        return Optional.empty();
    }

    /** Every write is refused, as Redis does with its default policy. */
    FleetFault fullRedis() {
        return new FleetFault("redis", () -> fleet.setRedis("maxmemory", "1"), () -> fleet.setRedis("maxmemory", "0"));
    }

    FleetFault fullDisk() {
        SmallDisk disk = fleet.smallDisk().orElseThrow();
        return new FleetFault(disk.owner(), disk::fill, disk::free);
    }

    /** It may open no more than it has open now. */
    FleetFault noDescriptors(SupervisedProcess member) {
        String pid = String.valueOf(member.pid());
        String before = ChildCommand.of("prlimit", "--pid", pid, "--nofile", "--noheadings", "--output=SOFT")
                .run()
                .strip();
        Act strike = () -> limit(pid, String.valueOf(descriptors(pid)));
        return new FleetFault(member.name(), strike, () -> limit(pid, before));
    }

    private static long descriptors(String pid) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", pid, "fd"))) {
            return open.count();
        }
    }

    private static void limit(String pid, String soft) {
        if (ProcessHandle.of(Long.parseLong(pid)).isPresent()) {
            ChildCommand.of("prlimit", "--pid", pid, "--nofile=" + soft + ":").run();
        }
    }

    /** An hour forth, an hour back, and right again; before and after it the process is restarted in good order. */
    FleetFault clockJump(SupervisedProcess member) {
        Path offset = fleet.fileFor(member, "clock");
        Act strike = () -> {
            Files.writeString(offset, "+0");
            Map<String, String> fake = Map.of(
                    "LD_PRELOAD", library().orElseThrow().toString(),
                    "FAKETIME_TIMESTAMP_FILE", offset.toString(),
                    "FAKETIME_NO_CACHE", "1",
                    "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                    "DONT_FAKE_MONOTONIC", "1");
            member.startWith(command -> command.with(fake));
            restart(member);
            for (String jump : List.of("+3600", "-3600", "+0")) {
                Files.writeString(offset, jump);
                Thread.sleep(JUMP.toMillis());
            }
        };
        return new FleetFault(member.name(), strike, () -> {
            member.startWith(command -> command);
            member.terminate();
        });
    }

    private static void restart(SupervisedProcess member) throws InterruptedException {
        int before = member.starts();
        member.terminate();
        long deadline = System.nanoTime() + RESTART_LIMIT.toNanos();
        while ((member.starts() == before || !member.isReady()) && System.nanoTime() < deadline) {
            Thread.sleep(100);
        }
    }

    private static Optional<Path> library() {
        return LIBRARY_DIRECTORIES.stream()
                .map(directory -> directory.resolve(FAKE_TIME))
                .filter(Files::exists)
                .findFirst();
    }
}

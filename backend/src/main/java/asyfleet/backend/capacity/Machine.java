package asyfleet.backend.capacity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machine, whose load it measures from what Linux tells: pressure, or the load average where pressure is not
 * counted; memory of the machine, or of the container if that has a limit.
 *
 * <p>These files are the kernel's memory: reading them does not wait for a disk.
 */
public final class Machine {

    private static final Pattern PRESSURE = Pattern.compile("some avg10=([0-9.]+)");
    private static final Pattern LOAD = Pattern.compile("^([0-9.]+) ");
    private static final Pattern TOTAL = Pattern.compile("MemTotal: +([0-9]+) kB");
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable: +([0-9]+) kB");
    private static final Pattern NUMBER = Pattern.compile("^([0-9]+)");
    private static final Pattern RECLAIMABLE = Pattern.compile("(?m)^inactive_file ([0-9]+)");
    private static final long KIB = 1024;

    private final Path root;
    private final int processors;

    /** @param root {@code /}, but for tests */
    Machine(Path root, int processors) {
        this.root = root;
        this.processors = processors;
    }

    public static Machine thisOne() {
        return new Machine(Path.of("/"), Runtime.getRuntime().availableProcessors());
    }

    /** Empty where the system does not tell. */
    public Optional<MachineLoad> measure() {
        Optional<Double> pressure = pressure();
        Optional<Double> total = number("proc/meminfo", TOTAL);
        Optional<Double> available = number("proc/meminfo", AVAILABLE);
        if (pressure.isEmpty() || total.isEmpty() || available.isEmpty()) {
            return Optional.empty();
        }
        long totalBytes = (long) (total.get() * KIB);
        long availableBytes = (long) (available.get() * KIB);
        return Optional.of(withinContainer(new MachineLoad(pressure.get(), availableBytes, totalBytes)));
    }

    private Optional<Double> pressure() {
        return number("proc/pressure/cpu", PRESSURE)
                .map(percent -> percent / 100)
                .or(() -> number("proc/loadavg", LOAD).map(this::asPressure));
    }

    /** How much of the time somebody waits cannot be told from the load; twice as many as fit is surely always. */
    private double asPressure(double load) {
        return Math.max(0, Math.min(1, (load - processors) / processors));
    }

    private MachineLoad withinContainer(MachineLoad machine) {
        Optional<Double> limit = number("sys/fs/cgroup/memory.max", NUMBER);
        Optional<Double> used = number("sys/fs/cgroup/memory.current", NUMBER);
        if (limit.isEmpty() || used.isEmpty() || limit.get() >= machine.totalBytes()) {
            return machine;
        }
        double reclaimable = number("sys/fs/cgroup/memory.stat", RECLAIMABLE).orElse(0.0);
        long available = (long) (limit.get() - used.get() + reclaimable);
        return new MachineLoad(
                machine.cpuPressure(),
                Math.min(machine.availableBytes(), available),
                limit.get().longValue());
    }

    private Optional<Double> number(String file, Pattern pattern) {
        try {
            Matcher matcher = pattern.matcher(Files.readString(root.resolve(file)));
            return matcher.find() ? Optional.of(Double.valueOf(matcher.group(1))) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // older kernels and other systems have no such file
        }
    }
}

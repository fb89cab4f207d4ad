package asyfleet.backend.capacity;

/**
 * The load of the machine, whoever causes it.
 *
 * @param cpuPressure share of the last seconds in which somebody waited for a processor, 0 to 1
 * @param availableBytes memory that could be used without hurting anybody
 */
public record MachineLoad(double cpuPressure, long availableBytes, long totalBytes) {

    double availableShare() {
        return (double) availableBytes / totalBytes;
    }
}

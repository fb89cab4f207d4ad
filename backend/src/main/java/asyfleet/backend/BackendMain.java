package asyfleet.backend;

import asyfleet.backend.bench.BenchCommand;
import asyfleet.backend.ring.RingMain;
import asyfleet.backend.sandbox.attack.SandboxDoctor;
import asyfleet.config.Service;
import asyfleet.config.ServiceMain;
import java.util.Arrays;

/**
 * Runs a backend until the process is told to end; or, as {@code doctor-sandbox}, shows what its sandbox holds; or, as
 * {@code ring}, a manager or runner of the ring; or, as {@code bench}, measures what a backend does.
 */
public final class BackendMain {

    private BackendMain() {}

    public static void main(String[] args) throws InterruptedException {
        if (args.length == 1 && args[0].equals("doctor-sandbox")) {
            System.exit(SandboxDoctor.examine(System.out));
        }
        if (args.length > 0 && args[0].equals("ring")) {
            RingMain.main(Arrays.copyOfRange(args, 1, args.length));
        }
        if (args.length > 0 && args[0].equals("bench")) {
            System.exit(BenchCommand.run(System.out, Arrays.copyOfRange(args, 1, args.length)));
        }
        ServiceMain.run(new Service<>(BackendSettings.SPEC, BackendSettings::read, Backend::start), args);
    }
}

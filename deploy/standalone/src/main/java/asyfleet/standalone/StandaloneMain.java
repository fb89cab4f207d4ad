package asyfleet.standalone;

import asyfleet.config.Service;
import asyfleet.config.ServiceMain;
import java.net.URI;
import java.util.Map;

/** {@code asyfleet up}. */
public final class StandaloneMain {

    private StandaloneMain() {}

    public static void main(String[] args) throws InterruptedException {
        Map<String, String> environment = System.getenv();
        ServiceMain.run(
                new Service<>(
                        StandaloneSettings.SPEC,
                        values -> StandaloneSettings.read(values, environment),
                        StandaloneMain::start),
                args);
    }

    private static Standalone start(StandaloneSettings settings) {
        Standalone standalone = Standalone.start(settings);
        System.out.print(Greeting.of(URI.create(standalone.address())));
        System.out.flush();
        return standalone;
    }
}

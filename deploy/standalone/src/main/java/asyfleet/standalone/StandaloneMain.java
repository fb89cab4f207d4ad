package asyfleet.standalone;

import asyfleet.config.Service;
import asyfleet.config.ServiceMain;
import asyfleet.logging.LogStyle;
import java.net.URI;
import java.util.Map;
import org.slf4j.event.Level;

/** {@code asyfleet up}. */
public final class StandaloneMain {

    private StandaloneMain() {}

    public static void main(String[] args) throws InterruptedException {
        // Whoever tries it wants to see that it is ready, and trouble; each service by itself logs more.
        LogStyle.current().from(Level.WARN).use();
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

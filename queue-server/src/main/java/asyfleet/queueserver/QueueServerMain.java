package asyfleet.queueserver;

import asyfleet.config.Service;
import asyfleet.config.ServiceMain;

/** {@code asyfleet queue-server}. */
public final class QueueServerMain {

    private QueueServerMain() {}

    public static void main(String[] args) throws InterruptedException {
        ServiceMain.run(new Service<>(QueueServerSettings.SPEC, QueueServerSettings::read, QueueServer::start), args);
    }
}

package asyfleet.redis.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A network that swallows packets and resets nothing, as a machine that lost its power does. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Tag("slow")
class LostNetworkTest {

    @Test
    void connectionsIntoNowhereAreGivenUpAndMadeAgain() {
        Assumptions.assumeTrue(run(ChildCommand.of("true")).exitCode() == 0, "no network namespace can be made here");

        ChildProcess lost = run(ChildCommand.java(LostNetwork.class));

        assertEquals(0, lost.exitCode(), lost::printed);
    }

    /** Without the Redis that is given to other tests, which would be out of reach. */
    private static ChildProcess run(ChildCommand command) {
        return command.with("ASYFLEET_TEST_REDIS", "")
                .under("unshare", "--map-root-user", "--net")
                .start();
    }
}

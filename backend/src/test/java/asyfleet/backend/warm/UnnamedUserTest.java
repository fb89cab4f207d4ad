package asyfleet.backend.warm;

import asyfleet.backend.sandbox.OtherUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A warm start by an ordinary user who has neither a name nor a home, as in a container with an arbitrary user. */
@Tag("slow")
final class UnnamedUserTest {

    @AfterEach
    void deleteCache() throws IOException {
        Path cache = CacheDirectory.defaultPath(OtherUser.USER, Optional.empty());
        if (Files.exists(cache)) {
            CacheDirectory.delete(cache);
        }
    }

    @Test
    void tasksAreWarmAndNothingIsSeenUnconfined() throws Exception {
        try (OtherUser user = OtherUser.create()) {
            user.run(Unnamed.class);
        }
    }

    /** The program that this user runs. */
    static final class Unnamed {

        public static void main(String[] arguments) throws Exception {
            try {
                EnteringCopyTest.open();
                EnteringCopyTest test = new EnteringCopyTest();
                test.noProcessOfACellIsEverSeenUnconfined();
                test.cellsAndServersShareNoDescriptor();
                test.aCopyWaitsForOneCallOnly();
                EnteringCopyTest.close();
                System.exit(0);
            } catch (Throwable e) {
                e.printStackTrace();
                System.exit(1);
            }
        }
    }
}

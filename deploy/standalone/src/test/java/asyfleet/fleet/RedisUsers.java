package asyfleet.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The users of a Redis: the services with the least rights that they need, and one for replicas and Sentinels. */
final class RedisUsers {

    static final String PASSWORD = "of-a-test";

    /** May do everything. */
    static final String OPERATOR = "operator";

    private static final Path SERVICES = Path.of("..", "redis", "asyfleet.acl");

    private RedisUsers() {}

    /** Writes the file for {@code --aclfile}; nobody else may come in. */
    static Path write(Path directory) throws IOException {
        return Files.writeString(
                directory.resolve("users.acl"),
                "user default off\n"
                        + "user " + OPERATOR + " on >" + PASSWORD + " ~* &* +@all\n"
                        + Files.readString(SERVICES).strip().replace("CHANGE-ME", PASSWORD) + "\n");
    }
}

package asyfleet.fuzz;

import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The class that Jazzer calls, by the names that it expects. {@code ./asyfleet fuzz} starts it. */
public final class JazzerDriver {

    private static FuzzTest target;

    private JazzerDriver() {}

    /** @param arguments the class of the target, and the directory where the search begins, which gets the seeds */
    public static void fuzzerInitialize(String[] arguments) throws Exception {
        Constructor<?> constructor = Class.forName(arguments[0]).getDeclaredConstructor();
        constructor.setAccessible(true);
        target = (FuzzTest) constructor.newInstance();
        List<byte[]> seeds = target.seedBytes();
        for (int i = 0; i < seeds.size(); i++) {
            target.check(seeds.get(i)); // loads the classes, which takes longer than an input may
            Files.write(Path.of(arguments[1]).resolve("seed-" + i), seeds.get(i));
        }
    }

    public static void fuzzerTestOneInput(byte[] input) throws Exception {
        target.check(input);
    }
}

package asyfleet.testing;

import asyfleet.process.ChildCommand;

/** The command of a service in a process of its own, as tests start it: it lives too briefly for the optimizing compiler. */
public final class ServiceCommand {

    private ServiceCommand() {}

    /** On a free port. */
    public static ChildCommand of(Class<?> main, String redis, String... flags) {
        return of(main.getName(), flags).with("REDIS_URL", redis).with("PORT", "0");
    }

    /** The same for a class that the test cannot see, without a Redis and a port. */
    public static ChildCommand of(String main, String... flags) {
        return ChildCommand.java(main, flags).withJvm("-ea", "-XX:TieredStopAtLevel=1");
    }
}

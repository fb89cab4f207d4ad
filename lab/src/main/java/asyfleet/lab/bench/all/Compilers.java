package asyfleet.lab.bench.all;

import asyfleet.process.ChildCommand;

/** The compilers that the JVMs of the services have, the choice of {@code ASYFLEET_COMPILERS}. */
enum Compilers {
    QUICK("quick compiler", "-XX:TieredStopAtLevel=1"),
    ALL("all compilers", "-XX:TieredStopAtLevel=4", "-XX:CompileThresholdScaling=1");

    private final String words;
    private final String[] option;

    Compilers(String words, String... option) {
        this.words = words;
        this.option = option;
    }

    /** Those that the launcher gives to services. */
    static Compilers ofLauncher() {
        return ChildCommand.jvmOptions().contains(QUICK.option[0]) ? QUICK : ALL;
    }

    /** As arguments of a JVM that has those of the launcher already. */
    String[] option() {
        return option.clone();
    }

    @Override
    public String toString() {
        return words;
    }
}

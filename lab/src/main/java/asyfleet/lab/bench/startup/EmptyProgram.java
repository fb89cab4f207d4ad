package asyfleet.lab.bench.startup;

/** A program that does nothing: what it takes is what the start of a JVM takes. */
final class EmptyProgram {

    private EmptyProgram() {}

    public static void main(String[] args) {}
}

/**
 * The programs that measure and check the product: benchmarks, the simulation, the conformance suite, and a second,
 * plain transcription of the scheduling rule. No service depends on anything here.
 */
package asyfleet.lab;

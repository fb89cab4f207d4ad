/**
 * One report with every figure that we have a goal for. {@link asyfleet.lab.bench.all.AllBench} lists the sections; each
 * measures for a bounded time and gives {@link asyfleet.lab.bench.all.BenchRow rows}.
 */
package asyfleet.lab.bench.all;

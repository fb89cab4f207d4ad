/** The benchmarks. Each prints ratios against a peer, or against the bare tool, measured in the same run. */
package asyfleet.lab.bench;

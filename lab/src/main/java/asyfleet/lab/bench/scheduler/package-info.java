/** The benchmark of the scheduler: decisions per second and the time of estimates, on one core. */
package asyfleet.lab.bench.scheduler;

/** What a scheduler tells Prometheus. */
package asyfleet.scheduler.metrics;

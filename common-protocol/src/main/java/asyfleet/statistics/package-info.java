/** The rule for quantiles, one for what services publish and what the lab measures. */
package asyfleet.statistics;

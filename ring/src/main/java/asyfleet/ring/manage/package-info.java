/** The manager of a directory: finds jobs, keeps results, shows how far it is. Runners' sessions meet in the pool of jobs. */
package asyfleet.ring.manage;

/** The service that decides which task runs when. */
package asyfleet.scheduler;

/** The words about a run: for people at a terminal, for pipes and editors, or as JSON. */
package asyfleet.client.render.report;

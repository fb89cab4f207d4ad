/** The report of a run as text, JSON and a web page. */
package asyfleet.lab.chaos.report;

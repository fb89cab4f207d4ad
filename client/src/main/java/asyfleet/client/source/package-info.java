/** The files of a figure: its source, and what that imports, includes or reads. */
package asyfleet.client.source;

/** Who may come in, who a request comes from, and how much one caller may have at a time. */
package asyfleet.queueserver.access;

/** The URLs of Kroki, whose clients move here by changing the address of their server. */
package asyfleet.queueserver.kroki;

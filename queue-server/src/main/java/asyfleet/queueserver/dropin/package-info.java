/** URLs of other servers, whose clients move here by changing a host name. */
package asyfleet.queueserver.dropin;

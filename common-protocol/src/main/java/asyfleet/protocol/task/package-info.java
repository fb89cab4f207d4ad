/** Messages of the /asy and / protocols, and the one codec that both ends of both use. */
package asyfleet.protocol.task;

/** The layer that ends a session's older task when its newer one begins. */
package asyfleet.queueserver.supersede;

/** All services and a Redis in one command. */
package asyfleet.standalone;

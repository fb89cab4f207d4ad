/** Routes: which handler serves which path. */
package asyfleet.net.route;

/** The counts of the request limiter, which all queue servers share. */
package asyfleet.redis.limiter;

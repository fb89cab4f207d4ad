/** The counts of the request limiter and of the tasks of each caller, which all queue servers share. */
package asyfleet.redis.limiter;

/**
 * The parallel request limiter at {@code /ws/{AUTH_TOKEN}}, and the counts behind it, which also bound how many tasks one
 * caller may have. All queue servers share one count.
 */
package asyfleet.queueserver.limiter;

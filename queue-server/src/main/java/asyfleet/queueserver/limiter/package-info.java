/**
 * The parallel request limiter at {@code /ws/{AUTH_TOKEN}}, and the counts behind it, which also bound how many tasks one
 * caller may have. Counts are those of all queue servers together.
 */
package asyfleet.queueserver.limiter;

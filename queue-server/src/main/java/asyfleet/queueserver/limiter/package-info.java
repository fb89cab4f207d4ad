/** The parallel request limiter at {@code /ws/{AUTH_TOKEN}}. All queue servers share one count. */
package asyfleet.queueserver.limiter;

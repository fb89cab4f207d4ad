/** What operators look at on every service: {@code /healthz}, {@code /readyz} and {@code /metrics}. */
package asyfleet.net.operations;

/** The pages for operators on every service: {@code /healthz}, {@code /readyz} and {@code /metrics}. */
package asyfleet.net.operations;

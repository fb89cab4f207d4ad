/**
 * {@code asyfleet conformance}: a suite that looks at a server of the task protocol from outside, whoever wrote it. A check
 * is a sentence and a conversation. It speaks WebSocket by the JDK's client and reads JSON as it comes, so that nothing of
 * the product vouches for itself.
 */
package asyfleet.lab.conformance;

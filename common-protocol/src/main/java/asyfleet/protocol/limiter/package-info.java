/**
 * The protocol of the request limiter at {@code /ws/{AUTH_TOKEN}}: messages, sealed per direction, and one codec for
 * both ends.
 *
 * <p>A message is one WebSocket text message of lines: the type, then {@code Name: value} for each parameter, then
 * optionally an empty line and a body. Programs that exist speak it, so reading follows what they do where the
 * protocol's text is silent: the type is read in any case, white space around names and values does not count, of two
 * parameters of one name the last wins, a line without a colon and a binary message mean nothing.
 */
package asyfleet.protocol.limiter;

/**
 * The types with which services serve HTTP: immutable requests and responses, headers, handlers and errors. Nothing
 * here knows Netty; {@code asyfleet.net} turns bytes into these types and back.
 */
package asyfleet.net.http;

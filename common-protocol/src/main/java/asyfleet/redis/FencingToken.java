package asyfleet.redis;

/** Proves to a deciding script that its caller leads. Later leaders have other tokens. */
public record FencingToken(String value) {}

package asyfleet.redis.scheduler;

/** The proof to a deciding script that its caller leads. Later leaders have other tokens. */
public record FencingToken(String value) {}

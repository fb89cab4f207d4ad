/**
 * A task's way from submission to its one end: news from Redis, the connection to the backend, and what happens when
 * either breaks. Doors see none of it: they give a request and get messages.
 */
package asyfleet.queueserver.delivery;

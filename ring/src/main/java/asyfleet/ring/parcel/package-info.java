/**
 * The contents that our own runner and manager exchange, which protocol 1.3 carries as mere bytes: a task with its
 * files and options, a result with output, images and verdict. Programs that know nothing of it neither send nor need
 * it.
 */
package asyfleet.ring.parcel;

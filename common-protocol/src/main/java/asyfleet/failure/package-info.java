/** Failures, as the code that handles them wants to see them. */
package asyfleet.failure;

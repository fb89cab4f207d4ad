/**
 * The check that the queue server's answers are those of its {@code openapi.json}. Not beside the queue server's tests,
 * because tests of whole fleets get such answers, too.
 */
package asyfleet.openapi;

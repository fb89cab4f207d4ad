/**
 * The mistakes that are put into the code on purpose, one at a time, to see that a test notices. Begin with {@link
 * asyfleet.lab.mutate.Mutation}; the list is in {@code lab/mutations}.
 */
package asyfleet.lab.mutate;

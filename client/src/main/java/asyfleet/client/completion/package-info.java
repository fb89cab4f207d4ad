/** {@code asyfleet completion}: scripts by which shells complete commands and options. */
package asyfleet.client.completion;

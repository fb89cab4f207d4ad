/** The names that Asymptote knows here, with their parameters, as editors need them for completion. */
package asyfleet.backend.names;

/** The Kroki server behind this one, which draws all other types of diagrams. */
package asyfleet.queueserver.kroki.upstream;

/**
 * The warm start of tasks: {@link asyfleet.backend.warm.WarmStart} has TeX formats of our own dumped and fork servers
 * compiled, once per version of the tools, keeps the servers running, and gives slots cells and launchers that use them.
 *
 * <p>Nothing here changes how a task is run. Its cell finds other programs first in its PATH: stand-ins, which let a copy
 * of a program that already waits in the cell take their place, or, if there is none, become the program itself. So
 * whatever is missing or fails here makes a task slower, and nothing else. docs/warm-start.md says why it is safe.
 */
package asyfleet.backend.warm;

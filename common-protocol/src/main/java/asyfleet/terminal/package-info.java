/** Output for people at a terminal: a line that is drawn again and again, a bar, colours. */
package asyfleet.terminal;

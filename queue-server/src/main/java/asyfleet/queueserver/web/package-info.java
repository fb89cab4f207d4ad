/** The page that a browser gets at {@code /}. */
package asyfleet.queueserver.web;

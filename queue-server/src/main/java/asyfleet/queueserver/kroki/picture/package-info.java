/** Pictures that the queue server makes itself: of pixels, on a thread of their own. */
package asyfleet.queueserver.kroki.picture;

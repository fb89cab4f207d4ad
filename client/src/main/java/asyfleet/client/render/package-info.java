/** {@code asyfleet render}: figures from files, images into files. */
package asyfleet.client.render;

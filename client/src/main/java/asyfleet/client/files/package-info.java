/** Files of images, written whole or not at all. */
package asyfleet.client.files;

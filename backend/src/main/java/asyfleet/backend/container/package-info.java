/** How a backend fits into a container: the profiles that its sandbox needs, and what is around it. */
package asyfleet.backend.container;

/** The backend in a container: the profiles that its sandbox needs, and the confinement around it. */
package asyfleet.backend.container;

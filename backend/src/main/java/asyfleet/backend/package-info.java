/** The backend service, which runs Asymptote: its main program, its settings, and the platform that runs tasks. */
package asyfleet.backend;

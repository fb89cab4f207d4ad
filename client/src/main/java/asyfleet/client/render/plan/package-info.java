/** The plan of a run, made before anything is sent: which figures there are, and where their images go. */
package asyfleet.client.render.plan;

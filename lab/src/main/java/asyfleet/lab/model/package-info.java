/**
 * The protocol between the services as a small executable model. {@link asyfleet.lab.model.ModelSearch} visits every state
 * that few tasks and few processes can reach, in every order of steps, with crashes, lost replies and lost data at every
 * point. Begin with {@link asyfleet.lab.model.Move}, the list of all steps with their places in the code.
 */
package asyfleet.lab.model;

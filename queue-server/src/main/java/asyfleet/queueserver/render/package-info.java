/** An HTTP request becomes a task, checked value by value, and the task's end becomes a response. */
package asyfleet.queueserver.render;

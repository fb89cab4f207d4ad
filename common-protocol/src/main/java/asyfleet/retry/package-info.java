/** The rule for how long to wait before something that failed is tried again. */
package asyfleet.retry;

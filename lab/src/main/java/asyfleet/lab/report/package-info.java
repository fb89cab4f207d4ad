/** Numbers and tables that every command of the lab prints. */
package asyfleet.lab.report;

/** Tests of the repository as a whole: its two builds, its layers, its documents, its launcher. */
package asyfleet.repository;

/** The web site of the documents: Markdown in, HTML out. */
package asyfleet.lab.docs;

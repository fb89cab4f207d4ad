/**
 * The web site of the documents: Markdown in, HTML out.
 *
 * <p>The generator is our own, a few hundred lines around the Markdown parser commonmark-java. MkDocs and its kin would
 * bring Python or Node with dozens of packages, which change by themselves, into a build that is Java alone. Their sites
 * want a server for the search; ours can be opened as a file. And this one refuses a link that leads nowhere.
 */
package asyfleet.lab.docs;

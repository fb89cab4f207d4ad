package asyfleet.lab.docs;

import asyfleet.config.HelpOption;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code asyfleet docs}: makes a web site of the documents. It needs no server: its pages can be opened as files. */
@Command(
        name = "docs",
        description = "Makes a web site of the documents.",
        footerHeading = "%nExamples:%n",
        footer = "  asyfleet docs                               the site is in target/site")
public final class DocsCommand implements Callable<Integer> {

    @Mixin
    private HelpOption help;

    @Option(names = "--from", defaultValue = ".", description = "The checkout with the folder docs (${DEFAULT-VALUE}).")
    private Path from;

    @Option(
            names = "--to",
            description = "Where the site is written (target/site of the checkout). A site that is there is replaced.")
    private Path to;

    private final PrintStream out;

    public DocsCommand(PrintStream out) {
        this.out = out;
    }

    @Override
    public Integer call() throws Exception {
        Path root = from.toAbsolutePath().normalize();
        Path target =
                to == null ? root.resolve("target/site") : to.toAbsolutePath().normalize();
        DocsSite site = DocsSite.read(root);
        List<String> broken = site.brokenLinks();
        broken.forEach(link -> out.println("leads nowhere: " + link));
        site.write(target);
        out.println(site.size() + " pages: " + target.resolve("index.html"));
        return broken.isEmpty() ? 0 : 1;
    }
}

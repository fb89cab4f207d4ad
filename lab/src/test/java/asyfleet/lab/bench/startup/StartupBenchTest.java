package asyfleet.lab.bench.startup;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.ClientMain;
import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.UserStreams;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class StartupBenchTest {

    @Test
    void everyCommandOfTheClientIsMeasured() {
        StartupBench bench = new StartupBench(System.out);
        new CommandLine(bench).parseArgs("--client", "client", "--launcher", "asyfleet");

        Set<String> measured = bench.commands("http://localhost", Path.of("figure.asy")).keySet().stream()
                .map(name -> name.split("[, ]")[0])
                .collect(Collectors.toSet());

        List<String> commands = commandsOfTheClient();
        assertTrue(commands.contains("render"), commands.toString());
        assertTrue(measured.containsAll(commands), () -> commands + " are there, measured are " + measured);
    }

    private static List<String> commandsOfTheClient() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        ClientMain.run(UserStreams.pipes(InputStream.nullInputStream(), print, print), new OpenBatches(), "--help");
        String help = out.toString(StandardCharsets.UTF_8);
        return Pattern.compile("(?m)^  ([a-z]+) ")
                .matcher(help.substring(help.indexOf("Commands:"), help.indexOf("Examples:")))
                .results()
                .map(line -> line.group(1))
                .toList();
    }
}

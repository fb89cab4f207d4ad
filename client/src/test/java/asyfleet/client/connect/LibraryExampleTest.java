package asyfleet.client.connect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.testing.FakeServer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of the documents is a program that works. */
@Timeout(300)
@Tag("slow")
class LibraryExampleTest {

    private static final Path EXAMPLE =
            Path.of(System.getProperty("asyfleet.root"), "docs/examples/java-client/src/main/java/RenderOne.java");

    @TempDir
    private Path directory;

    @Test
    void theExampleCompilesAgainstTheLibraryAndWritesAnImage() throws Exception {
        int mistakes = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-Xlint:all,-path", "-Werror", "-d", directory.toString(), EXAMPLE.toString());
        assertEquals(0, mistakes);
        Path figure = Files.writeString(directory.resolve("figure.asy"), "draw(unitcircle);");
        Path image = directory.resolve("figure.svg");

        try (FakeServer server = FakeServer.answering(
                        new ServerMessage.Result(Format.SVG, new byte[] {1, 2, 3}),
                        new ServerMessage.Complete(true, null, 7L, null));
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            loader.loadClass("RenderOne").getMethod("main", String[].class).invoke(null, (Object)
                    new String[] {server.uri().toString(), figure.toString(), image.toString()});
        }
        assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(image));
    }
}

package asyfleet.backend.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameListTest {

    @Test
    void everyDeclarationStandsAtItsModuleAndLinesOfSourcesDoNot() {
        NameList list = NameList.of("""
                real cbrt(real x);
                pen black;
                bool operator ==(int, int);
                """, """
                ticklabel DefaultFormat=Format();
                          ^
                /usr/share/asymptote/graph.asy: 248.11: string DefaultFormat(real);
                /usr/share/asymptote/three_surface.asy: 1.2: surface operator *(transform3 t, surface s);
                /usr/share/asymptote/three_surface.asy: 3.4: patch subpatch(patch s, pair a=<default>);
                own.asy: 1.10: real mine(int a=<default>);
                /usr/share/asymptote/graph.asy: 2267.12path Circle(pair c, real r);
                """, file -> file.replaceFirst("_.*", ""));

        assertEquals(
                Map.of(
                        "plain", Set.of("real cbrt(real x)", "pen black"),
                        "graph", Set.of("string DefaultFormat(real)", "path Circle(pair c, real r)"),
                        "three", Set.of("patch subpatch(patch s, pair a=<default>)"),
                        "own", Set.of("real mine(int a=<default>)")),
                list.modules());
    }

    @Test
    void partsOfModulesAreNoModulesAndImportsAreKnown(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("plain.asy"), "");
        Files.writeString(directory.resolve("plain_pens.asy"), "");
        Files.writeString(directory.resolve("graph.asy"), "import math;\n  import local;\nprivate import other;\n");
        Files.writeString(directory.resolve("graph_settings.asy"), "");
        Files.writeString(directory.resolve("my_own.asy"), "");
        Files.writeString(directory.resolve("no module.asy"), "");
        ModuleFiles files = ModuleFiles.in(List.of(directory));

        assertEquals(List.of("graph", "my_own"), files.modules());
        assertEquals(Set.of("math"), files.imports().get("graph"));
        assertEquals("graph", files.moduleOf("graph_settings"));
    }
}

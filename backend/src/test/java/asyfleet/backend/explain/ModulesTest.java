package asyfleet.backend.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ModulesTest {

    private static final Modules MODULES = new Modules(Map.of(
            "plain", ModuleSource.of("int everywhere;"),
            "math", ModuleSource.of("real cube(real x) { real inner=x; return x^3; }\nprivate int hidden;"),
            "graph", ModuleSource.of("private import math;\nimport graph_settings;\nguide graph(real f(real)) {}"),
            "graph_settings", ModuleSource.of("int ngraph=100;"),
            "graph3", ModuleSource.of("import graph; surface graph(triple f(pair)) { }"),
            "olympiad", ModuleSource.of("include graph; include math; pair foot(pair P, pair A, pair B) {}"),
            "geometry", ModuleSource.of("struct triangle { int inside; }\nreal foot;")));

    @Test
    void namesAreThoseOutsideAllBrackets() {
        String source = "int a, b=f(1,2), c; path[] g(int n=0) { int inner; }\n"
                + "typedef void callback(int); struct S { int field; } restricted real x;\n"
                + "pair operator *(int k, pair z) { return z; } int[] list={1,2}; string s=\"int no;\"; // int neither;";
        assertEquals(
                Set.of("a", "b", "c", "g", "callback", "S", "x", "list", "s"),
                ModuleSource.of(source).names());
    }

    @Test
    void ofSeveralModulesTheOneThatTheOthersBringAlongIsNamed() {
        assertEquals(List.of("graph"), MODULES.declaring("graph"));
        assertEquals(List.of("math"), MODULES.declaring("cube"));
    }

    @Test
    void modulesThatHaveNothingToDoWithOneAnotherAreAllNamed() {
        assertEquals(List.of("geometry", "olympiad"), MODULES.declaring("foot"));
    }

    @Test
    void aPartBelongsToItsModule() {
        assertEquals(List.of("graph"), MODULES.declaring("ngraph"));
        assertTrue(MODULES.namesOf(Set.of("graph3")).contains("ngraph"));
    }

    @Test
    void whatIsPrivateOrThereAnywayIsInNoModule() {
        assertEquals(List.of(), MODULES.declaring("hidden"));
        assertEquals(List.of(), MODULES.declaring("everywhere"));
        assertEquals(List.of(), MODULES.declaring("inner"));
    }
}

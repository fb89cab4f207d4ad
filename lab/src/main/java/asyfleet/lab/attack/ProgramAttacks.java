package asyfleet.lab.attack;

import static asyfleet.protocol.task.Format.PDF;
import static asyfleet.protocol.task.Format.PNG;
import static asyfleet.protocol.task.Format.SVG;
import static asyfleet.protocol.task.verdict.EndCode.DISK_LIMIT;
import static asyfleet.protocol.task.verdict.EndCode.EXIT_CODE;
import static asyfleet.protocol.task.verdict.EndCode.MEMORY_LIMIT;
import static asyfleet.protocol.task.verdict.EndCode.OUTPUT_LIMIT;
import static asyfleet.protocol.task.verdict.EndCode.SIGNAL;
import static asyfleet.protocol.task.verdict.EndCode.TIME_LIMIT;

import java.util.List;

/** The attacks by programs: on Asymptote, TeX, Ghostscript, dvisvgm and what makes pixels. */
final class ProgramAttacks {

    private ProgramAttacks() {}

    static List<FleetAttack> onAsymptote() {
        return List.of(
                TaskAttacks.program("loop without end", SVG, "while (true) {}", TIME_LIMIT),
                TaskAttacks.program(
                        "call itself without end",
                        SVG,
                        "int f(int n) { return f(n+1)+1; } write(f(0));",
                        SIGNAL,
                        EXIT_CODE),
                TaskAttacks.program(
                        "double an array without end",
                        SVG,
                        "real[] a=array(1000000,1.0); while (true) a.append(a);",
                        MEMORY_LIMIT,
                        TIME_LIMIT,
                        SIGNAL,
                        EXIT_CODE),
                TaskAttacks.program("write without end", SVG, "while (true) write(\"0123456789\");", OUTPUT_LIMIT),
                TaskAttacks.program(
                        "open brackets 200000 deep", SVG, "(".repeat(200_000), EXIT_CODE, SIGNAL, TIME_LIMIT),
                TaskAttacks.program(
                        "make files without end",
                        SVG,
                        "for (int i=0; ; ++i) { file f=output(\"f\"+string(i)); write(f,\"x\"); close(f); }",
                        DISK_LIMIT,
                        TIME_LIMIT),
                TaskAttacks.program(
                        "draw pictures without end",
                        SVG,
                        "for (int i=0; ; ++i) { picture p; draw(p,(0,0)--(1,1)); shipout(\"o\"+string(i),p); }",
                        TIME_LIMIT));
    }

    static List<FleetAttack> onTex() {
        return List.of(
                TaskAttacks.program("loop in TeX", SVG, preamble("\\def\\x{\\x}\\x"), TIME_LIMIT),
                TaskAttacks.program(
                        "double a text in TeX without end",
                        SVG,
                        preamble("\\def\\x#1{\\x{#1#1}}\\x{aaaaaaaa}"),
                        EXIT_CODE),
                TaskAttacks.program(
                        "write a file in TeX without end",
                        SVG,
                        preamble(
                                "\\newwrite\\w\\immediate\\openout\\w=big.txt \\def\\x{\\immediate\\write\\w{%s}\\x}\\x"
                                        .formatted("a".repeat(5000))),
                        DISK_LIMIT,
                        TIME_LIMIT,
                        EXIT_CODE),
                TaskAttacks.program(
                        "ask TeX for fonts without end",
                        SVG,
                        preamble(
                                        "\\newcount\\n\\n=5000 \\def\\x{\\expandafter\\font\\csname f\\the\\n\\endcsname=cmr10 "
                                                + "scaled \\n \\csname f\\the\\n\\endcsname a\\advance\\n1 "
                                                + "\\ifnum\\n<32000\\expandafter\\x\\fi}")
                                .replace("label(\"x\"", "label(\"\\x\""),
                        TIME_LIMIT,
                        EXIT_CODE));
    }

    static List<FleetAttack> onPostScript() {
        return List.of(
                TaskAttacks.program("loop in PostScript, for PDF", PDF, postscript("{} loop"), TIME_LIMIT),
                TaskAttacks.program(
                        "loop in PostScript of a special, for SVG",
                        SVG,
                        "draw((0,0)--(9,9)); label(\"\\special{ps: {} loop}x\",(0,0));",
                        TIME_LIMIT),
                TaskAttacks.program(
                        "allocate in PostScript without end",
                        PDF,
                        postscript("[ {65000 string} loop"),
                        MEMORY_LIMIT,
                        TIME_LIMIT,
                        EXIT_CODE,
                        SIGNAL),
                TaskAttacks.program(
                        "a font of PostScript that never ends to draw a letter",
                        PDF,
                        postscript(
                                "/F << /FontType 3 /FontMatrix [1 0 0 1 0 0] /FontBBox [0 0 9 9] /Encoding 256 array "
                                        + "/BuildChar {{} loop} >> definefont pop /F 9 selectfont 0 0 moveto (a) show"),
                        TIME_LIMIT,
                        EXIT_CODE),
                TaskAttacks.program(
                        "a procedure that draws 10^12 lines",
                        PDF,
                        postscript(
                                "/r {dup 0 eq {pop 0 0 moveto 9 9 lineto stroke} {10 {dup 1 sub r} repeat pop} ifelse} "
                                        + "def 12 r"),
                        TIME_LIMIT,
                        EXIT_CODE,
                        MEMORY_LIMIT,
                        DISK_LIMIT));
    }

    static List<FleetAttack> onPictures() {
        return List.of(
                TaskAttacks.program(
                        "a picture of 14000 by 14000 points, as pixels",
                        PNG,
                        "fill(scale(14000)*unitsquare);",
                        TIME_LIMIT,
                        MEMORY_LIMIT,
                        EXIT_CODE),
                TaskAttacks.program(
                        "20000 pixels in an inch",
                        PNG,
                        "settings.gsOptions=\"-r20000\"; fill(scale(500)*unitsquare);",
                        TIME_LIMIT,
                        MEMORY_LIMIT,
                        DISK_LIMIT,
                        EXIT_CODE),
                TaskAttacks.program(
                        "elements of SVG without end",
                        SVG,
                        "draw((0,0)--(9,9)); label(\"\\newcount\\n\\loop\\special{dvisvgm:raw <g>%s</g>}\\advance\\n1 \\ifnum\\n<2000000\\repeat\",(0,0));"
                                .formatted("a".repeat(200)),
                        TIME_LIMIT,
                        EXIT_CODE,
                        OUTPUT_LIMIT,
                        DISK_LIMIT,
                        MEMORY_LIMIT));
    }

    private static String preamble(String tex) {
        return "texpreamble(\"" + tex + "\"); label(\"x\",(0,0));";
    }

    private static String postscript(String code) {
        return "postscript(\"" + code + "\"); draw((0,0)--(9,9));";
    }
}

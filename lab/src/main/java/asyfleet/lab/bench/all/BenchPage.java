package asyfleet.lab.bench.all;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;

/** The report as one HTML file: a table for each section, bars beside the peer, and the memory over time. */
final class BenchPage {

    private static final int WIDTH = 900;
    private static final int LEFT = 60;
    private static final int HEIGHT = 220;
    private static final int BAR = 14;
    private static final int FULL_BAR = 560;
    private static final String[] COLOURS = {"#2563c4", "#c2410c", "#2b7a4b", "#9333ea"};

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Asyfleet, measured</title><style>
            :root{color-scheme:light dark;--fg:#1b1f24;--bg:#fff;--dim:#5f6771;--line:#d9dee3;--good:#2b7a4b;--bad:#b4232f;--blue:#2563c4;--peer:#8a939d}
            @media(prefers-color-scheme:dark){:root{--fg:#e6e9ec;--bg:#16191d;--dim:#98a1ab;--line:#343a41;--good:#56b981;--bad:#f0717b;--blue:#77a6f7;--peer:#6d7680}}
            body{font:16px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);max-width:68rem;margin:2rem auto;padding:0 1rem}
            h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2.2rem}
            dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dt{color:var(--dim)}dd{margin:0}
            .wide{overflow-x:auto}table{border-collapse:collapse;width:100%%}
            th,td{padding:.3rem .8rem .3rem 0;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
            td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
            small{color:var(--dim);display:block}.yes{color:var(--good)}.no{color:var(--bad)}
            svg{width:100%%;height:auto}svg text{fill:var(--fg);font:13px system-ui,sans-serif}
            .ours{fill:var(--blue)}.peer{fill:var(--peer)}.whisker{stroke:var(--fg);stroke-width:1.5}.axis{stroke:var(--line)}
            </style></head><body>
            <h1>Asyfleet, measured</h1>
            <p>The middle of several rounds; in brackets the lowest and the highest. Compare only figures of one row: all of a
            row were measured by turns, in one run.</p>
            <dl>%s</dl>
            %s
            <h2>Memory during the soak (MB)</h2>
            %s
            </body></html>
            """;

    private BenchPage() {}

    static String of(BenchReport report) {
        StringBuilder machine = new StringBuilder();
        report.machine()
                .forEach((name, value) ->
                        machine.append("<dt>%s</dt><dd>%s</dd>".formatted(escape(name), escape(value))));
        StringBuilder sections = new StringBuilder();
        report.sections().forEach((section, rows) -> sections.append("<h2>" + escape(section) + "</h2>")
                .append(table(rows))
                .append(bars(rows)));
        return format(PAGE, machine, sections, lines(report.memory()));
    }

    private static String table(List<BenchRow> rows) {
        StringBuilder table = new StringBuilder("<div class='wide'><table><tr><th>what<th class='n'>Asyfleet<th>"
                + "<th class='n'>beside it<th class='n'>ratio<th class='n'>goal<th>met</tr>");
        for (BenchRow row : rows) {
            String note = row.note().isEmpty() ? "" : "<small>" + escape(row.note()) + "</small>";
            table.append(format(
                    "<tr><td>%s%s<td class='n'>%s<td>%s<td class='n'>%s<td class='n'>%s<td class='n'>%s<td class='%s'>%s</tr>",
                    escape(row.what()),
                    note,
                    BenchRow.spread(row.ours()),
                    row.unit(),
                    row.peer().map(BenchReport::peer).map(BenchPage::escape).orElse(""),
                    row.ratio().map(BenchRow::number).orElse(""),
                    row.goal().map(Goal::toString).orElse(""),
                    BenchReport.met(row),
                    BenchReport.met(row)));
        }
        return table + "</table></div>";
    }

    /** Two bars for each row that has a peer, on a scale of its own, with the lowest and the highest as a line. */
    private static String bars(List<BenchRow> rows) {
        List<BenchRow> compared =
                rows.stream().filter(row -> row.peer().isPresent()).toList();
        if (compared.isEmpty()) {
            return "";
        }
        int step = 2 * BAR + 34;
        StringBuilder svg = new StringBuilder(format(
                "<svg viewBox='0 0 %d %d' role='img' aria-label='Bars of the rows above'>",
                WIDTH, step * compared.size()));
        for (int i = 0; i < compared.size(); i++) {
            BenchRow row = compared.get(i);
            BenchRow.Compared peer = row.peer().orElseThrow();
            double most = Math.max(row.ours().high(), peer.figure().high());
            int top = i * step;
            svg.append(format("<text x='0' y='%d'>%s</text>", top + 14, escape(row.what())));
            svg.append(bar(row.ours(), most, top + 20, "ours", "Asyfleet", row.unit()));
            svg.append(bar(peer.figure(), most, top + 22 + BAR, "peer", peer.name(), row.unit()));
        }
        return svg + "</svg>";
    }

    private static String bar(Spread figure, double most, int top, String style, String name, String unit) {
        double middle = scaled(figure.middle(), most);
        String whisker = figure.low() == figure.high()
                ? ""
                : format(
                        "<line class='whisker' x1='%.1f' x2='%.1f' y1='%2$d' y2='%2$d'/>"
                                .replace("%2$d", String.valueOf(top + BAR / 2)),
                        scaled(figure.low(), most),
                        scaled(figure.high(), most));
        return format("<rect class='%s' x='0' y='%d' width='%.1f' height='%d'/>", style, top, Math.max(1, middle), BAR)
                + whisker
                + format(
                        "<text x='%.1f' y='%d'>%s %s %s</text>",
                        scaled(Math.max(figure.high(), figure.middle()), most) + 8,
                        top + BAR - 2,
                        BenchRow.number(figure.middle()),
                        unit,
                        escape(name));
    }

    private static double scaled(double value, double most) {
        return most > 0 ? Math.max(0, value) / most * FULL_BAR : 0;
    }

    private static String lines(Map<String, List<Double>> series) {
        double most = series.values().stream()
                .flatMap(List::stream)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(1);
        StringBuilder svg = new StringBuilder(
                format("<svg viewBox='0 0 %d %d' role='img' aria-label='Memory over time'>", WIDTH, HEIGHT));
        for (double share : new double[] {0, 0.5, 1}) {
            double y = height(share * most, most);
            svg.append(format("<line class='axis' x1='%d' x2='%d' y1='%.1f' y2='%.1f'/>", LEFT, WIDTH, y, y));
            svg.append(format("<text x='0' y='%.1f'>%s</text>", y + 4, BenchRow.number(share * most)));
        }
        int number = 0;
        for (Map.Entry<String, List<Double>> one : series.entrySet()) {
            String colour = COLOURS[number % COLOURS.length];
            svg.append(line(one.getValue(), most, colour));
            svg.append(format(
                    "<text x='%d' y='%d' style='fill:%s'>%s</text>",
                    LEFT + 10 + 130 * number, 14, colour, one.getKey()));
            number++;
        }
        return svg + "</svg>";
    }

    private static String line(List<Double> values, double most, String colour) {
        StringBuilder path = new StringBuilder();
        DoubleStream.iterate(0, i -> i < values.size(), i -> i + 1)
                .forEach(i -> path.append(format(
                        "%s%.1f %.1f ",
                        i == 0 ? "M" : "L",
                        LEFT + i / Math.max(1, values.size() - 1) * (WIDTH - LEFT),
                        height(values.get((int) i), most))));
        return format("<path d='%s' fill='none' stroke='%s' stroke-width='2'/>", path, colour);
    }

    private static double height(double value, double most) {
        return HEIGHT - 10 - value / most * (HEIGHT - 40);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("`", "");
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}

package asyfleet.lab.load;

import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The report of a run as one HTML file: its numbers, every figure over time, and the latency by percentile. */
final class LoadPage {

    private static final double[] PERCENTILES = {0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.9};

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Load on a fleet</title><style>
            :root{color-scheme:light dark;--fg:#1b1f24;--bg:#fff;--dim:#68707a;--line:#d9dee3;--good:#2b7a4b;--bad:#c5303c;--blue:#2563c4}
            @media(prefers-color-scheme:dark){:root{--fg:#e6e9ec;--bg:#16191d;--dim:#98a1ab;--line:#343a41;--good:#56b981;--bad:#f0717b;--blue:#77a6f7}}
            body{font:16px/1.5 system-ui,sans-serif;color:var(--fg);background:var(--bg);max-width:60rem;margin:2rem auto;padding:0 1rem}
            h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}.verdict{font-size:1.1rem;border-left:.4rem solid;padding-left:.8rem}
            .passed{border-color:var(--good)}.failed{border-color:var(--bad)}
            .numbers{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:1.2rem 2rem}.numbers b{display:block;font-size:1.8rem;font-weight:600}
            .numbers span{color:var(--dim)}table{border-collapse:collapse}td,th{padding:.2rem 1rem .2rem 0;text-align:left}
            td+td{text-align:right;font-variant-numeric:tabular-nums}svg{width:100%%;height:auto}
            svg text{fill:var(--dim);font:12px system-ui,sans-serif}.axis{stroke:var(--line)}
            .good{fill:var(--good)}.bad{fill:var(--bad)}.curve{fill:none;stroke:var(--blue);stroke-width:2}
            </style></head><body>
            <h1>Load on a fleet</h1>
            <p class="verdict %s">%s</p>
            <p>%s</p>
            %s
            <div class="numbers">%s</div>
            <h2>Every figure: when it ended, and how long its user waited (seconds)</h2>
            %s
            <h2>Seconds to the picture, by the share of figures that were at least as fast</h2>
            %s
            <h2>Ends</h2>
            <table>%s</table>
            </body></html>
            """;

    private LoadPage() {}

    /** @param load in words */
    static String of(LoadResult result, String load) {
        return String.format(
                Locale.ROOT,
                PAGE,
                result.passes() ? "passed" : "failed",
                LoadTable.verdict(result),
                load,
                LoadTable.hint(result).map(hint -> "<p>" + hint + "</p>").orElse(""),
                numbers(result),
                figures(result.points()),
                curve(result),
                ends(result));
    }

    private static String numbers(LoadResult result) {
        return number("%.1f %%", result.successRate(), "as expected")
                + number("%.1f", result.throughput(), "figures per second")
                + number("%.2f s", result.latency(50), "half are faster")
                + number("%.2f s", result.latency(95), "95 %% are faster")
                + number("%.2f s", result.latency(99), "99 %% are faster")
                + number("%.2f s", result.queued(50), "half wait less in the queue")
                + number("%.2f s", result.queued(95), "95 %% wait less in the queue")
                + number("%.2f s", result.estimateError(95), "95 %% of the estimates are less wrong");
    }

    private static String number(String format, double value, String words) {
        return String.format(Locale.ROOT, "<div><b>" + format + "</b><span>" + words + "</span></div>", value);
    }

    private static String figures(List<LoadResult.Point> points) {
        double most =
                points.stream().mapToDouble(LoadResult.Point::seconds).max().orElse(1);
        double last = points.stream().mapToDouble(LoadResult.Point::at).max().orElse(1);
        LoadChart chart = new LoadChart(last, most);
        points.forEach(point -> chart.dot(point.at(), point.seconds(), point.good() ? "good" : "bad"));
        return chart.labelled(0, "0 s")
                .labelled(last, String.format(Locale.ROOT, "%.0f s", last))
                .svg();
    }

    /** The axis stretches towards 100 %, where the long waits are. */
    private static String curve(LoadResult result) {
        double end = stretched(PERCENTILES[PERCENTILES.length - 1]);
        LoadChart chart = new LoadChart(end, result.latency(PERCENTILES[PERCENTILES.length - 1]));
        for (double percentile : PERCENTILES) {
            chart.next(stretched(percentile), result.latency(percentile));
        }
        for (double shown : new double[] {50, 90, 95, 99, 99.9}) {
            chart.labelled(stretched(shown), LoadChart.number(shown) + " %");
        }
        return chart.svg();
    }

    private static double stretched(double percentile) {
        return -Math.log10(1 - percentile / 100);
    }

    private static String ends(LoadResult result) {
        StringBuilder rows = new StringBuilder();
        new TreeMap<>(result.ends())
                .forEach((end, count) -> rows.append("<tr><td>" + end + "</td><td>" + count + "</td></tr>"));
        return rows.toString();
    }
}

package asyfleet.lab.load;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The shares of the kinds of figures, as in {@code quick:80,labelled:15,loop:5}. */
record LoadMix(Map<LoadFigure, Integer> shares) {

    /** @throws IllegalArgumentException that says what was expected */
    static LoadMix parse(String text) {
        Map<LoadFigure, Integer> shares = new EnumMap<>(LoadFigure.class);
        for (String part : text.split(",")) {
            String[] pair = part.strip().split(":");
            LoadFigure figure = Arrays.stream(LoadFigure.values())
                    .filter(each -> each.word().equals(pair[0]))
                    .findFirst()
                    .orElseThrow(() -> wrong(text));
            if (pair.length != 2
                    || !pair[1].matches("[0-9]{1,4}")
                    || shares.put(figure, Integer.valueOf(pair[1])) != null) {
                throw wrong(text);
            }
        }
        if (shares.values().stream().mapToInt(Integer::intValue).sum() == 0) {
            throw wrong(text);
        }
        return new LoadMix(shares);
    }

    private static IllegalArgumentException wrong(String text) {
        String kinds = Arrays.stream(LoadFigure.values()).map(LoadFigure::word).collect(Collectors.joining(", "));
        return new IllegalArgumentException(
                "--mix is '" + text + "'; expected shares of " + kinds + ", such as quick:80,labelled:15,loop:5");
    }

    /** The kinds in turn, in their shares, spread evenly: the same for every run. */
    LoadFigure pick(long number) {
        int all = shares.values().stream().mapToInt(Integer::intValue).sum();
        // A step that has no factor in common with the sum visits every place once.
        long place = Math.floorMod(number * stepFor(all), (long) all);
        for (Map.Entry<LoadFigure, Integer> share : shares.entrySet()) {
            place -= share.getValue();
            if (place < 0) {
                return share.getKey();
            }
        }
        throw new IllegalStateException("shares " + shares + " do not add up to " + all);
    }

    private static long stepFor(int all) {
        long step = Math.max(1, Math.round(all * 0.618));
        while (greatestCommonDivisor(step, all) != 1) {
            step++;
        }
        return step;
    }

    private static long greatestCommonDivisor(long one, long other) {
        return other == 0 ? one : greatestCommonDivisor(other, one % other);
    }
}

package asyfleet.redis.queueserver;

import asyfleet.redis.connection.Seconds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A message on the channel of updates: IDs of tasks that have news, joined by spaces. What the news is may follow an ID, so
 * that nobody has to read it: {@code a=} address, {@code p=} process, {@code e=} estimate, {@code d=} duration, as in
 * {@code 17 a=ws://10.0.0.7/t/x p=7f3e 18 e=2.5 19}. A word that is not understood says that the lists must be read.
 */
final class UpdateMessage {

    private UpdateMessage() {}

    static List<TaskUpdate> parse(String message) {
        List<TaskUpdate> updates = new ArrayList<>();
        String[] words = message.split(" ");
        int from = 0;
        while (from < words.length) {
            int to = from + 1;
            while (to < words.length && words[to].indexOf('=') == 1) {
                to++;
            }
            updates.add(update(words, from, to));
            from = to;
        }
        return updates;
    }

    private static TaskUpdate update(String[] words, int from, int to) {
        TaskUpdate update = TaskUpdate.untold(words[from]);
        try {
            for (int i = from + 1; i < to; i++) {
                update = told(update, words[i].charAt(0), words[i].substring(2));
            }
            return update;
        } catch (IllegalArgumentException | ArithmeticException e) {
            return TaskUpdate.untold(words[from]);
        }
    }

    private static TaskUpdate told(TaskUpdate so, char kind, String value) {
        Optional<String> text = Optional.of(value).filter(given -> !given.isEmpty());
        return switch (kind) {
            case 'a' -> new TaskUpdate(so.id(), text, so.estimate(), so.duration(), so.denied(), so.process());
            case 'p' -> new TaskUpdate(so.id(), so.address(), so.estimate(), so.duration(), so.denied(), text);
            case 'e' ->
                new TaskUpdate(
                        so.id(), so.address(), text.map(Seconds::parse), so.duration(), so.denied(), so.process());
            case 'd' ->
                new TaskUpdate(
                        so.id(), so.address(), so.estimate(), text.map(Seconds::parse), so.denied(), so.process());
            default -> throw new IllegalArgumentException("no kind of news: " + kind);
        };
    }
}

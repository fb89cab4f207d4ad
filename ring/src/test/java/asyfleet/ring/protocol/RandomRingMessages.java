package asyfleet.ring.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Any message that may be said in a state. It remembers what was announced, so that contents have the right size. */
final class RandomRingMessages {

    private static final List<String> NAMES = List.of("a", "sub/dir/job-1", "my job", "größe", "7 8 9", "x.y_z+0");

    private final Random random;
    private int announced;

    RandomRingMessages(Random random) {
        this.random = random;
    }

    RunnerMessage runner(RingState state) {
        return switch (anyWord(state)) {
            case SALUTON -> new RunnerMessage.Hail(name());
            case KOMPRENAS -> new RunnerMessage.Understood();
            case JES -> new RunnerMessage.Yes();
            case PETO -> new RunnerMessage.JobRequest();
            case PRETA -> new RunnerMessage.Ready();
            case REZULTO -> new RunnerMessage.Result(name(), random.nextBoolean() ? "success" : "failure", size());
            case CONTENTS -> new RunnerMessage.Contents(contents());
            case FINO_ANKAU -> new RunnerMessage.Farewell();
            case VERSIO, ALIGI, LABORO, RICEVIS, FINO, ELIRI, ATENDI -> throw new AssertionError(state);
        };
    }

    ManagerMessage manager(RingState state) {
        return switch (anyWord(state)) {
            case VERSIO -> new ManagerMessage.Version("1." + random.nextInt(10));
            case ALIGI -> new ManagerMessage.Group(name());
            case LABORO -> new ManagerMessage.Job(name(), random.nextBoolean() ? ".asy" : ".sh", size());
            case PRETA -> new ManagerMessage.Ready();
            case CONTENTS -> new ManagerMessage.Contents(contents());
            case RICEVIS -> new ManagerMessage.Received();
            case FINO -> new ManagerMessage.NoMoreJobs();
            case ELIRI -> new ManagerMessage.Out();
            case ATENDI -> new ManagerMessage.Hold();
            case SALUTON, KOMPRENAS, JES, PETO, REZULTO, FINO_ANKAU -> throw new AssertionError(state);
        };
    }

    /** Noise, or a word with noise after it. */
    byte[] garbage() {
        byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 3000 : 20)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            RingWord word = RingWord.values()[random.nextInt(RingWord.values().length)];
            byte[] text = word.text().getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(text, 0, bytes, 0, Math.min(text.length, bytes.length));
        }
        return bytes;
    }

    private RingWord anyWord(RingState state) {
        return List.copyOf(state.words()).get(random.nextInt(state.words().size()));
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private int size() {
        announced = random.nextInt(3) == 0 ? 0 : random.nextInt(5000);
        return announced;
    }

    private byte[] contents() {
        byte[] bytes = new byte[announced];
        random.nextBytes(bytes);
        return bytes;
    }
}

package asyfleet.ring.protocol;

import java.nio.charset.StandardCharsets;

/** The writer of the messages of both directions. */
final class RingWriter implements RunnerMessage.Handler<byte[]>, ManagerMessage.Handler<byte[]> {

    private final boolean wholeSizes;

    /** @param wholeSizes whether sizes are written with all the digits that they may have, see {@link RingFields} */
    RingWriter(boolean wholeSizes) {
        this.wholeSizes = wholeSizes;
    }

    @Override
    public byte[] on(RunnerMessage.Hail hail) {
        return text(hail.word(), hail.hostname());
    }

    @Override
    public byte[] on(RunnerMessage.Understood understood) {
        return text(understood.word());
    }

    @Override
    public byte[] on(RunnerMessage.Yes yes) {
        return text(yes.word());
    }

    @Override
    public byte[] on(RunnerMessage.JobRequest request) {
        return text(request.word());
    }

    @Override
    public byte[] on(RunnerMessage.Ready ready) {
        return text(ready.word());
    }

    @Override
    public byte[] on(RunnerMessage.Result result) {
        return text(result.word(), result.job(), result.status(), size(result.size()));
    }

    @Override
    public byte[] on(RunnerMessage.Contents contents) {
        return contents.bytes();
    }

    @Override
    public byte[] on(RunnerMessage.Farewell farewell) {
        return text(farewell.word());
    }

    @Override
    public byte[] on(ManagerMessage.Version version) {
        return text(version.word(), version.version());
    }

    @Override
    public byte[] on(ManagerMessage.Group group) {
        return text(group.word(), group.name());
    }

    @Override
    public byte[] on(ManagerMessage.Job job) {
        return text(job.word(), job.name(), job.type(), size(job.size()));
    }

    @Override
    public byte[] on(ManagerMessage.Contents contents) {
        return contents.bytes();
    }

    @Override
    public byte[] on(ManagerMessage.Ready ready) {
        return text(ready.word());
    }

    @Override
    public byte[] on(ManagerMessage.Received received) {
        return text(received.word());
    }

    @Override
    public byte[] on(ManagerMessage.NoMoreJobs noMoreJobs) {
        return text(noMoreJobs.word());
    }

    @Override
    public byte[] on(ManagerMessage.Out out) {
        return text(out.word());
    }

    @Override
    public byte[] on(ManagerMessage.Hold hold) {
        return text(hold.word());
    }

    private String size(int size) {
        return wholeSizes ? RingFields.wholeSize(size) : Integer.toString(size);
    }

    private static byte[] text(RingWord word, Object... fields) {
        StringBuilder text = new StringBuilder(word.text());
        for (int i = 0; i < fields.length; i++) {
            text.append(i == 0 ? "" : " ").append(fields[i]);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}

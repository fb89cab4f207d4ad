package asyfleet.queueserver.kroki.upstream;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** The body of an answer in memory, which fails when it is longer than expected. The client calls it in turn. */
final class BoundedBody implements BodySubscriber<byte[]> {

    private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
    private final long most;
    private Flow.Subscription subscription;
    private long received;

    BoundedBody(long most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return bytes.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        subscription = newSubscription;
        bytes.onSubscribe(newSubscription);
    }

    @Override
    public void onNext(List<ByteBuffer> part) {
        received += part.stream().mapToLong(ByteBuffer::remaining).sum();
        if (received > most) {
            subscription.cancel();
            bytes.onError(new IOException("the answer has more than " + most + " bytes"));
        } else {
            bytes.onNext(part);
        }
    }

    @Override
    public void onError(Throwable failure) {
        bytes.onError(failure);
    }

    @Override
    public void onComplete() {
        bytes.onComplete();
    }
}

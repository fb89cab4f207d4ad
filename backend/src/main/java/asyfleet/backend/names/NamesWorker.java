package asyfleet.backend.names;

import asyfleet.redis.schema.NameLists;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that makes the list of names when somebody wants it. It looks every few seconds whether somebody does.
 */
public final class NamesWorker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NamesWorker.class);
    private static final Duration EVERY = Duration.ofSeconds(3);

    private final NameLists lists;
    private final String toolchain;
    private final NameLister lister;

    // An answer of Redis may come after the end.
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
            1, new DefaultThreadFactory("names", true), new ThreadPoolExecutor.DiscardPolicy());

    private NamesWorker(NameLists lists, String toolchain, NameLister lister) {
        this.lists = lists;
        this.toolchain = toolchain;
        this.lister = lister;
    }

    public static NamesWorker start(NameLists lists, String toolchain, NameLister lister) {
        NamesWorker worker = new NamesWorker(lists, toolchain, lister);
        worker.thread.scheduleWithFixedDelay(worker::look, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return worker;
    }

    /** No answer says nothing: whoever wants the list asks again. */
    private void look() {
        lists.takeWish(toolchain).thenAccept(wanted -> {
            if (wanted) {
                thread.execute(this::make);
            }
        });
    }

    private void make() {
        try {
            byte[] list = lister.list(toolchain);
            lists.publish(toolchain, list);
            LOG.info("names listed toolchain={} bytes={}", toolchain, list.length);
        } catch (IOException e) {
            LOG.warn("names not listed, editors complete nothing toolchain={} reason={}", toolchain, e.toString());
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

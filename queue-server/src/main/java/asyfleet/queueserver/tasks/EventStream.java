package asyfleet.queueserver.tasks;

import asyfleet.net.http.BodySink;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.tasks.stored.TaskEvent;
import asyfleet.redis.apitask.ApiTasks;
import java.time.Duration;
import java.util.List;

/**
 * One client that listens to a task. Reads events from Redis as wake-ups come, and at each keep-alive, in case one was
 * lost. Holds nothing but its place in the list; a client that is slow is waited for. Confined to its owner thread.
 */
final class EventStream {

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);
    private static final Duration SLOW_CLIENT = Duration.ofMillis(100);
    private static final int MOST_AT_ONCE = 100;

    private final String id;
    private final ApiTasks tasks;
    private final Owner owner;
    private final BodySink sink;
    private final EventForm form;
    private long next;
    private boolean reading;
    private boolean moreToRead;
    private boolean over;
    private Runnable whenOver;

    /** @param first number of the first event to send */
    EventStream(String id, long first, ApiTasks tasks, Owner owner, BodySink sink, EventForm form) {
        this.id = id;
        this.next = first;
        this.tasks = tasks;
        this.owner = owner;
        this.sink = sink;
        this.form = form;
    }

    /** Begins; the action runs once, when it is over for whatever reason. */
    void start(Runnable action) {
        owner.execute(() -> {
            whenOver = action;
            sink.write(form.keepAlive()); // so that a client sees at once that it is connected
            read();
        });
        owner.after(KEEP_ALIVE, this::keepAlive);
    }

    /** Any thread. */
    void wakeUp() {
        owner.execute(this::read);
    }

    /** The client left; any thread. */
    void stop() {
        owner.execute(this::end);
    }

    /** This server ends; another one tells the rest. Any thread. */
    void serverStops() {
        owner.execute(() -> {
            if (!over) {
                sink.write(form.bytes(TaskEvent.SERVER_STOPS));
                end();
            }
        });
    }

    private void keepAlive() {
        if (over) {
            return;
        }
        sink.write(form.keepAlive());
        read();
        tasks.find(id)
                .whenComplete((task, failure) -> owner.execute(() -> {
                    if (failure == null && task.isEmpty()) {
                        end();
                    }
                }));
        owner.after(KEEP_ALIVE, this::keepAlive);
    }

    private void read() {
        assert owner.isCurrentThread();
        if (over) {
            return;
        }
        if (reading) {
            moreToRead = true;
            return;
        }
        if (!sink.keepsUp()) {
            reading = true;
            owner.after(SLOW_CLIENT, () -> {
                reading = false;
                read();
            });
            return;
        }
        reading = true;
        moreToRead = false;
        tasks.findEvents(id, next, MOST_AT_ONCE)
                .whenComplete((events, failure) -> owner.execute(() -> {
                    reading = false;
                    if (failure == null) {
                        send(events);
                    } // else the next keep-alive reads again
                }));
    }

    private void send(List<String> events) {
        for (String stored : events) {
            next++;
            if (stored.isEmpty()) {
                continue; // the place of one that Redis lost
            }
            TaskEvent event = TaskEvent.parse(stored);
            sink.write(form.bytes(event, next));
            if (event.isLast()) {
                end();
                return;
            }
        }
        if (moreToRead || events.size() == MOST_AT_ONCE) {
            read();
        }
    }

    private void end() {
        if (!over) {
            over = true;
            sink.end();
            whenOver.run();
        }
    }
}

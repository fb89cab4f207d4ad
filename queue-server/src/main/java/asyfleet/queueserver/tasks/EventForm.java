package asyfleet.queueserver.tasks;

import asyfleet.net.http.Body;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.http.ServerSentEvent;
import asyfleet.queueserver.render.Accept;
import asyfleet.queueserver.tasks.stored.TaskEvent;
import java.nio.charset.StandardCharsets;

/** The forms in which those who listen get events. */
enum EventForm {
    SERVER_SENT {
        @Override
        Response response(Body.StreamWriter writer) {
            return Response.events(writer);
        }

        @Override
        byte[] keepAlive() {
            return ServerSentEvent.KEEP_ALIVE;
        }

        @Override
        byte[] bytes(TaskEvent event, long number) {
            return event.toBytes(number);
        }

        @Override
        byte[] bytes(TaskEvent event) {
            return event.toBytes();
        }
    },

    /** A line of JSON for each event; an empty line keeps the connection alive. */
    LINES {
        @Override
        Response response(Body.StreamWriter writer) {
            return Response.stream(200, "application/x-ndjson", writer).with("X-Accel-Buffering", "no");
        }

        @Override
        byte[] keepAlive() {
            return new byte[] {'\n'};
        }

        @Override
        byte[] bytes(TaskEvent event, long number) {
            return line("{\"id\":" + number + ",", event);
        }

        @Override
        byte[] bytes(TaskEvent event) {
            return line("{", event);
        }

        /** The data of an event is never an empty object. */
        private byte[] line(String begin, TaskEvent event) {
            String line =
                    begin + "\"event\":\"" + event.name() + "\"," + event.data().substring(1) + "\n";
            return line.getBytes(StandardCharsets.UTF_8);
        }
    };

    abstract Response response(Body.StreamWriter writer);

    abstract byte[] keepAlive();

    /** @param number of the event after it: where a client that reconnects goes on */
    abstract byte[] bytes(TaskEvent event, long number);

    /** An event that is not stored, so it has no number. */
    abstract byte[] bytes(TaskEvent event);

    /** Lines, unless the client names server-sent events. */
    static EventForm of(Request request) {
        return Accept.of(request).names("text/event-stream") ? SERVER_SENT : LINES;
    }
}

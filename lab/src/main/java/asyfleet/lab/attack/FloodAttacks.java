package asyfleet.lab.attack;

import asyfleet.protocol.task.Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The attacks by many clients, or by clients that are slow. Numbers are bounded: the machine is ours. */
final class FloodAttacks {

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
    private static final Duration SLACK = Duration.ofSeconds(4);
    private static final int CONNECTIONS = 300;
    private static final int SLOW_ONES = 100;
    private static final int READERS = 14;
    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f]+)\"");

    private FloodAttacks() {}

    static List<FleetAttack> all() {
        return List.of(
                slow("%d connections that say nothing".formatted(CONNECTIONS), CONNECTIONS, "", ""),
                slow(
                        "%d heads, byte by byte".formatted(SLOW_ONES),
                        SLOW_ONES,
                        "GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
                        "a"),
                slow(
                        "%d bodies, byte by byte".formatted(SLOW_ONES),
                        SLOW_ONES,
                        "POST /api/render HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n",
                        "a"),
                slow(
                        "%d WebSockets that never run a task".formatted(SLOW_ONES),
                        SLOW_ONES,
                        WebSocketAttacks.handshake("localhost", ""),
                        ""),
                new FleetAttack("200 tasks that are left at once", "nothing of them stays", FloodAttacks::leaveTasks),
                new FleetAttack(
                        "pings without end, no answer read", "dropped, or served without harm", FloodAttacks::pings),
                new FleetAttack(
                        "more endless tasks than may wait", "others are still taken", FloodAttacks::fillTheQueue),
                new FleetAttack(
                        READERS + " results of 20 MB that nobody reads",
                        "dropped, and others are still served",
                        FloodAttacks::neverRead));
    }

    /** Clients that go on as slowly as they can must be dropped when their time is over. */
    private static FleetAttack slow(String name, int count, String first, String more) {
        return new FleetAttack(name, "dropped after the time for it", fleet -> {
            try (Crowd crowd = new Crowd()) {
                for (int i = 0; i < count; i++) {
                    crowd.add(RawConnection.open(fleet).send(first));
                }
                Seen beside = fleet.figure().drawnAsBefore();
                long end = System.nanoTime() + fleet.idleLimit().plus(SLACK).toNanos();
                int open = count;
                while (open > 0 && System.nanoTime() < end) {
                    open = crowd.stillOpenAfter(more);
                }
                return new Seen(open == 0, open + " still open").and(beside);
            }
        });
    }

    private static Seen leaveTasks(TargetFleet fleet) throws IOException {
        for (int i = 0; i < 200; i++) {
            try (RawConnection connection = RawConnection.openAsOther(fleet)) {
                connection.send(post("/api/render?cache=false", "while (true) {} // " + i));
            }
        }
        return Seen.held("left");
    }

    private static Seen pings(TargetFleet fleet) throws IOException {
        byte[] ping = WebSocketAttacks.frame(0x89, "a".repeat(120));
        byte[] many = new byte[ping.length * 1000];
        for (int i = 0; i < many.length; i++) {
            many[i] = ping[i % ping.length];
        }
        try (RawConnection connection = WebSocketAttacks.open(fleet, "")) {
            Thread flood = new Thread(() -> {
                for (int i = 0; i < 300; i++) {
                    connection.sendWhatItTakes(many);
                }
            });
            flood.setDaemon(true);
            flood.start();
            return fleet.figure().drawnAsBefore();
        }
    }

    /** The tasks of one caller; the ordinary client has another address, if the fleet is our own. */
    private static Seen fillTheQueue(TargetFleet fleet) throws IOException {
        List<String> taken = new ArrayList<>();
        try {
            for (int i = 0; i < AttackedProcesses.QUEUE_SIZE * 3 / 2; i++) {
                Matcher id = ID.matcher(
                        ask(fleet, post("/api/tasks?cache=false", "while (true) {} // " + System.nanoTime())));
                if (id.find()) {
                    taken.add(id.group(1));
                }
            }
            ObservedEnd end = HostileTask.program("draw(unitcircle); // " + System.nanoTime(), Format.SVG)
                    .start(fleet.client())
                    .awaitRun(Duration.ofSeconds(1))
                    .await(Duration.ofSeconds(3));
            boolean denied = end.code().isPresent() && end.picture().isEmpty();
            return new Seen(!denied, taken.size() + " taken, then another caller: " + end);
        } finally {
            for (String id : taken) {
                ask(fleet, "DELETE /api/tasks/" + id + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            }
        }
    }

    private static String ask(TargetFleet fleet, String request) throws IOException {
        try (RawConnection connection = RawConnection.openAsOther(fleet)) {
            return connection.send(request).readToEnd(ANSWER_LIMIT).text();
        }
    }

    private static Seen neverRead(TargetFleet fleet) throws IOException {
        String picture =
                "file f=output(\"\\scrollmode\"); write(f,\"printf '<svg>' >out.svg; yes | head -c 20000000 >>out.svg; "
                        + "printf '</svg>' >>out.svg\"); close(f); settings.texcommand=\"sh\"; label(\"x\",(0,0)); // ";
        try (Crowd crowd = new Crowd()) {
            for (int i = 0; i < READERS; i++) {
                crowd.add(RawConnection.openAsOther(fleet).send(post("/api/render?cache=false", picture + i)));
            }
            int answered = crowd.answersBegun();
            Seen figure =
                    new Seen(true, answered + " answered").and(fleet.figure().drawnAsBefore());
            return fleet.own().map(own -> figure.and(own.serverMemory())).orElse(figure);
        }
    }

    private static String post(String path, String program) {
        return "POST " + path
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: "
                + program.getBytes(StandardCharsets.ISO_8859_1).length + "\r\n\r\n" + program;
    }

    /** Connections that are open at a time. */
    private static final class Crowd implements AutoCloseable {

        private static final Duration GLANCE = Duration.ofMillis(1);

        private final List<RawConnection> open = new ArrayList<>();

        void add(RawConnection connection) {
            open.add(connection);
        }

        int stillOpenAfter(String more) throws IOException {
            List<RawConnection> ended = new ArrayList<>();
            for (RawConnection connection : open) {
                connection.sendWhatItTakes(more.getBytes(StandardCharsets.ISO_8859_1));
                if (connection.readToEnd(GLANCE).hungUp()) {
                    connection.close();
                    ended.add(connection);
                }
            }
            open.removeAll(ended);
            return open.size();
        }

        /** How many have an answer of which no more than the head was read; waits for all. */
        int answersBegun() {
            int begun = 0;
            for (RawConnection connection : open) {
                try {
                    begun += connection.readHead(ANSWER_LIMIT).isEmpty() ? 0 : 1;
                } catch (IOException dropped) {
                    // Nothing came, which is as good an end for who does not read.
                }
            }
            return begun;
        }

        @Override
        public void close() throws IOException {
            for (RawConnection connection : open) {
                connection.close();
            }
        }
    }
}

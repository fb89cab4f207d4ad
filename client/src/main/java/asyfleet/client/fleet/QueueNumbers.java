package asyfleet.client.fleet;

import tools.jackson.databind.JsonNode;

/** The numbers of {@code /api/queue-stats} that people ask for. */
record QueueNumbers(
        long waiting, long places, long running, long slots, long completed, long failed, long averageMillis) {

    static QueueNumbers of(JsonNode stats) {
        JsonNode queue = stats.path("queue");
        return new QueueNumbers(
                queue.path("queued").asLong(0),
                queue.path("maxQueueSize").asLong(0),
                queue.path("active").asLong(0),
                queue.path("maxConcurrent").asLong(0),
                queue.path("completedTasks").asLong(0),
                queue.path("failedTasks").asLong(0),
                queue.path("averageTaskTime").asLong(0));
    }

    String table() {
        return """
                waiting    %d of at most %d
                running    %d on %d slots
                completed  %d, %d ms on average
                failed     %d
                """.formatted(waiting, places, running, slots, completed, averageMillis, failed);
    }

    String line() {
        return "%d waiting  %d/%d running  %d completed  %d failed  %d ms on average"
                .formatted(waiting, running, slots, completed, failed, averageMillis);
    }
}

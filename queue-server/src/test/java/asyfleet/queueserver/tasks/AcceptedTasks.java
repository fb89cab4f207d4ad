package asyfleet.queueserver.tasks;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import tools.jackson.databind.json.JsonMapper;

/** Tasks of {@code /api/tasks} that a queue server accepted, and what became of them in a Redis that was lost meanwhile. */
final class AcceptedTasks {

    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static final Duration LIFE = Duration.ofMinutes(1);

    private AcceptedTasks() {}

    static HttpResponse<String> post(String server) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server + "/api/tasks?cache=false"))
                .POST(BodyPublishers.ofString("draw(unitcircle);"))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Sends so many, which must all be accepted. */
    static List<String> accepted(String server, int number) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            HttpResponse<String> taken = post(server);
            if (taken.statusCode() != 202) {
                throw new AssertionError(taken.statusCode() + " " + taken.body());
            }
            ids.add(JsonMapper.shared().readTree(taken.body()).path("id").asString());
        }
        return ids;
    }

    /** Has a slot run all that is there, waits for the end of those that must be there, and returns those that are not. */
    static List<String> lost(String redisUri, Collection<String> all, Collection<String> safe) throws Exception {
        try (Redis redis = Redis.connect(RedisSettings.of(redisUri));
                FakeSlots slots = new FakeSlots(redis)) {
            slots.answer = List.of(
                    new ServerMessage.Result(Format.SVG, new byte[] {'<'}),
                    new ServerMessage.Complete(true, null, 7L, null));
            ApiTasks tasks = new ApiTasks(redis, new ApiTasks.Lives(LIFE, LIFE));
            for (String id : all) {
                Awaitility.await("the end of " + id)
                        .atMost(Duration.ofMinutes(3))
                        .until(() -> {
                            Optional<ApiTask> task = find(tasks, id);
                            return task.isEmpty()
                                    ? !safe.contains(id)
                                    : task.get().state().equals("succeeded");
                        });
            }
            return all.stream().filter(id -> find(tasks, id).isEmpty()).toList();
        }
    }

    private static Optional<ApiTask> find(ApiTasks tasks, String id) {
        return tasks.find(id).toCompletableFuture().join();
    }
}

package asyfleet.queueserver.admin;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.redis.queueserver.FleetAdmin;
import asyfleet.redis.queueserver.FleetSnapshot.MachineFigures;
import asyfleet.redis.queueserver.QueueServerStore;
import asyfleet.redis.schema.DenialRecord;
import asyfleet.redis.schema.DrainedMachines;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /api/admin} of one shard: shows machines and tasks, drains machines, pauses the fleet, and ends tasks. */
public final class AdminDoor {

    private static final Logger LOG = LoggerFactory.getLogger(AdminDoor.class);
    private static final Pattern API_TASK = Pattern.compile("[0-9a-f]{32}");
    private static final DenialRecord BY_OPERATOR =
            new DenialRecord(EndCode.ABORTED, "An operator of the server ended the task");

    private final FleetAdmin fleet;
    private final DrainedMachines machines;
    private final QueueServerStore store;
    private final Function<String, CompletionStage<Boolean>> abortApiTask;

    /** @param abortApiTask ends a task or batch of the API; yields whether there is one of that ID */
    public AdminDoor(
            FleetAdmin fleet,
            DrainedMachines machines,
            QueueServerStore store,
            Function<String, CompletionStage<Boolean>> abortApiTask) {
        this.fleet = fleet;
        this.machines = machines;
        this.store = store;
        this.abortApiTask = abortApiTask;
    }

    /**
     * @param tokens of operators
     * @param shard the door of the shard that a request is about
     */
    public static void addRoutes(Routes.Builder routes, ApiTokens tokens, Function<Request, AdminDoor> shard) {
        BiFunction<AdminDoor, Request, CompletionStage<Response>> pause =
                (door, request) -> door.changed(door.machines.add(DrainedMachines.ALL));
        BiFunction<AdminDoor, Request, CompletionStage<Response>> resume =
                (door, request) -> door.changed(door.machines.remove(DrainedMachines.ALL));
        AdminGuard guard = new AdminGuard(tokens, shard);
        routes.get("/api/admin/machines", guard.of((door, request) -> door.machines()))
                .post("/api/admin/machines/{machine}/drain", guard.of(AdminDoor::drain))
                .post("/api/admin/machines/{machine}/undrain", guard.of(AdminDoor::undrain))
                .post("/api/admin/pause", guard.of(pause))
                .post("/api/admin/resume", guard.of(resume))
                .get("/api/admin/tasks", guard.of((door, request) -> door.tasks()))
                .delete("/api/admin/tasks", guard.of(AdminDoor::endOfCaller))
                .delete("/api/admin/tasks/{id}", guard.of(AdminDoor::endOne));
    }

    /** The check that stands before every door of operators. */
    private record AdminGuard(ApiTokens tokens, Function<Request, AdminDoor> shard) {

        RequestHandler of(BiFunction<AdminDoor, Request, CompletionStage<Response>> action) {
            return request -> {
                if (!tokens.areRequired()) {
                    throw new HttpError(
                            403, "ADMIN_OFF", "the operator has set no tokens for this (--admin-tokens), so it is off");
                }
                tokens.check(request);
                LOG.info(
                        "admin did={} path={} by={}",
                        request.method(),
                        request.target().path(),
                        tokens.nameOf(request).orElse(""));
                return action.apply(shard.apply(request), request);
            };
        }
    }

    private CompletionStage<Response> machines() {
        return RenderAnswer.answered(machines.names())
                .thenCombine(RenderAnswer.answered(store.snapshot()), (drained, snapshot) -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("paused", drained.contains(DrainedMachines.ALL));
                    json.put("machines", machines(snapshot.machines(), drained));
                    return Response.json(200, json).with("Cache-Control", "no-store");
                });
    }

    /** One that is drained has no slots any more once it has ended what it ran. */
    private static List<Map<String, Object>> machines(List<MachineFigures> registered, Set<String> drained) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (MachineFigures machine : registered) {
            all.add(machine(machine.name(), machine.slots(), machine.busy(), drained.contains(machine.name())));
        }
        drained.stream()
                .filter(name -> !name.equals(DrainedMachines.ALL))
                .filter(name -> registered.stream().noneMatch(one -> one.name().equals(name)))
                .forEach(name -> all.add(machine(name, 0, 0, true)));
        return all;
    }

    private static Map<String, Object> machine(String name, int slots, int busy, boolean drained) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("slots", slots);
        json.put("busy", busy);
        json.put("drained", drained);
        return json;
    }

    private CompletionStage<Response> drain(Request request) {
        String asked = request.param("machine");
        return RenderAnswer.answered(store.snapshot())
                .thenApply(snapshot -> one(
                        asked,
                        snapshot.machines().stream().map(MachineFigures::name).toList()))
                .thenCompose(name -> changed(machines.add(name)));
    }

    private CompletionStage<Response> undrain(Request request) {
        String asked = request.param("machine");
        return RenderAnswer.answered(machines.names())
                .thenApply(drained -> one(asked, List.copyOf(drained)))
                .thenCompose(name -> changed(machines.remove(name)));
    }

    /** The one machine whose name begins so. */
    private static String one(String asked, List<String> names) {
        List<String> found =
                names.stream().filter(name -> name.startsWith(asked)).toList();
        if (found.size() != 1) {
            throw new HttpError(
                    found.isEmpty() ? 404 : 400,
                    found.isEmpty() ? "NOT_FOUND" : "BAD_REQUEST",
                    "the names of " + found.size() + " machines begin with " + Excerpt.of(asked) + "; expected one");
        }
        return found.get(0);
    }

    private CompletionStage<Response> changed(CompletionStage<Long> change) {
        return RenderAnswer.answered(change).thenCompose(done -> machines());
    }

    private CompletionStage<Response> tasks() {
        return RenderAnswer.answered(fleet.tasks())
                .thenCombine(RenderAnswer.answered(fleet.batches()), (tasks, batches) -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("tasks", tasks.stream().map(AdminDoor::task).toList());
                    json.put(
                            "batches",
                            batches.entrySet().stream()
                                    .map(batch -> Map.of("id", batch.getKey(), "caller", batch.getValue()))
                                    .toList());
                    return Response.json(200, json).with("Cache-Control", "no-store");
                });
    }

    private static Map<String, Object> task(FleetAdmin.FleetTask task) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", task.id());
        json.put("state", task.machine().isEmpty() ? "waiting" : "running");
        json.put("caller", task.caller());
        json.put("priority", task.priority());
        json.put("main", task.main());
        if (task.submittedMillis() > 0) {
            json.put("submitted", Instant.ofEpochMilli(task.submittedMillis()).toString());
        }
        if (!task.machine().isEmpty()) {
            json.put("machine", task.machine());
        }
        return json;
    }

    private CompletionStage<Response> endOne(Request request) {
        String id = request.param("id");
        CompletionStage<Boolean> ended = API_TASK.matcher(id).matches()
                ? abortApiTask.apply(id)
                : RenderAnswer.answered(fleet.end(List.of(id), BY_OPERATOR)).thenApply(count -> count > 0);
        return ended.thenApply(there -> {
            if (!there) {
                throw new HttpError(404, "NOT_FOUND", "no such task, or it has ended");
            }
            return Response.json(200, Map.of("ended", 1));
        });
    }

    /** First the batches, or they would send their next figures. */
    private CompletionStage<Response> endOfCaller(Request request) {
        String caller = request.query("caller")
                .orElseThrow(() -> HttpError.badRequest("caller is missing; expected ?caller=NAME"));
        return RenderAnswer.answered(fleet.batches())
                .thenCompose(batches -> CompletableFuture.allOf(batches.entrySet().stream()
                        .filter(batch -> batch.getValue().equals(caller))
                        .map(batch -> abortApiTask.apply(batch.getKey()).toCompletableFuture())
                        .toArray(CompletableFuture[]::new)))
                .thenCompose(done -> RenderAnswer.answered(fleet.tasks()))
                .thenCompose(tasks -> RenderAnswer.answered(fleet.end(
                        tasks.stream()
                                .filter(task -> task.caller().equals(caller))
                                .map(FleetAdmin.FleetTask::id)
                                .toList(),
                        BY_OPERATOR)))
                .thenApply(count -> Response.json(200, Map.of("ended", count)));
    }
}

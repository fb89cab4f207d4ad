package asyfleet.client.render;

import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.SentTask;
import asyfleet.client.connect.SingleTask;
import asyfleet.client.connect.TaskRenderer;
import asyfleet.protocol.task.TaskOptions;
import java.util.function.Consumer;

/** The way of figures to a fleet. Called by the thread of the command. */
interface FigureSender {

    /** @param ended told once, on any thread, when the rendering has its outcome */
    void send(FigureRendering rendering, TaskOptions options, Consumer<FigureRendering> ended);

    /** No more figures come for a while. */
    default void flush() {}

    /** One figure, over a connection that is opened for it; nothing cancels it but the end of the program. */
    static FigureSender single(ClientSettings settings) {
        TaskRenderer fleet = SingleTask.renderer(settings);
        return (rendering, options, ended) -> fleet.render(rendering.gathered.sources(), options, rendering)
                .thenAccept(outcome -> {
                    rendering.ended(outcome);
                    ended.accept(rendering);
                });
    }

    /** Each figure over a connection of its own. */
    static FigureSender alone(AsyfleetClient client) {
        return (rendering, options, ended) -> {
            SentTask task = client.start(rendering.gathered.sources(), options, rendering);
            rendering.sent(task);
            task.outcome().thenAccept(outcome -> {
                rendering.ended(outcome);
                ended.accept(rendering);
            });
        };
    }
}

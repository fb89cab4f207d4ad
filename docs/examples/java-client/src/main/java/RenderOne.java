import asyfleet.client.connect.AsyfleetClient;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.Image;
import asyfleet.client.connect.ServerAddress;
import asyfleet.client.connect.TaskObserver;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.connect.TaskSources;
import asyfleet.protocol.task.TaskOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Renders one figure: {@code RenderOne http://127.0.0.1:8080 figure.asy figure.svg}. */
public final class RenderOne {

    private RenderOne() {}

    public static void main(String[] args) throws Exception {
        ClientSettings settings = ClientSettings.of(ServerAddress.parse(args[0], "/asy"));
        TaskSources source = TaskSources.of(Files.readString(Path.of(args[1])));
        TaskObserver observer = new TaskObserver() {
            @Override
            public void waiting(Optional<Duration> estimate) {
                System.err.println("waiting" + estimate.map(time -> ", about " + time.toSeconds() + " s").orElse(""));
            }
        };
        try (AsyfleetClient client = AsyfleetClient.connect(settings)) {
            TaskOutcome outcome = client.render(source, TaskOptions.DEFAULT, observer).toCompletableFuture().join();
            if (outcome instanceof TaskOutcome.Rendered rendered) {
                Image last = rendered.images().get(rendered.images().size() - 1);
                Files.write(Path.of(args[2]), last.contents());
            } else {
                System.err.println(outcome);
            }
        }
    }
}

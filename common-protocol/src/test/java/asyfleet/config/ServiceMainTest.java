package asyfleet.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainDatagramPacket;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceMainTest {

    private static final Setting<Integer> PORT = Setting.of("--port", "PORT", ValueType.port(), "TCP port to listen on")
            .byDefault("8080");
    private static final Setting<Integer> SLOTS = Setting.of(
                    "--slots", "ASYFLEET_SLOTS", ValueType.positiveInt(), "How many")
            .byDefault("2");
    private static final SettingsSpec SPEC = SettingsSpec.of("example", "An example.", List.of(PORT, SLOTS));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<Thread> hooks = new ArrayList<>();
    private final List<String> events = new ArrayList<>();

    private OptionalInt launch(Function<Integer, RunningService> starter, String... args) {
        return launch(starter, Map.of(), args);
    }

    private OptionalInt launch(
            Function<Integer, RunningService> starter, Map<String, String> environment, String... args) {
        ServiceMain main = new ServiceMain(new PrintStream(out, true), new PrintStream(err, true), hooks::add);
        try {
            return main.launch(new Service<>(SPEC, values -> values.get(PORT), starter), List.of(args), environment);
        } catch (InterruptedException e) {
            throw new AssertionError("a service starts without waiting", e);
        }
    }

    private RunningService started(int port) {
        events.add("started " + port);
        return new RunningService() {
            @Override
            public String address() {
                return "http://localhost:" + port;
            }

            @Override
            public void close() {
                events.add("closed");
            }
        };
    }

    private String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aServiceStartsWithItsSettingsAndIsClosedByTheShutdownHook() throws Exception {
        assertEquals(OptionalInt.empty(), launch(this::started, "--port=1"));
        assertEquals(List.of("started 1"), events);
        hooks.get(0).start();
        hooks.get(0).join();
        assertEquals(List.of("started 1", "closed"), events);
    }

    @Test
    void systemdIsToldThatAServiceIsReadyAndThatItEnds(@TempDir Path directory) throws Exception {
        Path socket = directory.resolve("notify");
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        try {
            new Bootstrap()
                    .group(loop)
                    .channel(EpollDomainDatagramChannel.class)
                    .handler(new SimpleChannelInboundHandler<DomainDatagramPacket>() {
                        @Override
                        protected void channelRead0(ChannelHandlerContext ctx, DomainDatagramPacket packet) {
                            heard.add(packet.content().toString(StandardCharsets.US_ASCII));
                        }
                    })
                    .bind(new DomainSocketAddress(socket.toFile()))
                    .sync();

            launch(this::started, Map.of("NOTIFY_SOCKET", socket.toString()));
            assertEquals("READY=1", heard.poll(20, TimeUnit.SECONDS));
            hooks.get(0).start();
            assertEquals("STOPPING=1", heard.poll(20, TimeUnit.SECONDS));
            hooks.get(0).join();
        } finally {
            loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    @Test
    void aServiceRunsThoughSystemdCannotBeTold() {
        assertEquals(OptionalInt.empty(), launch(this::started, Map.of("NOTIFY_SOCKET", "/nowhere/notify")));
        assertEquals(List.of("started 8080"), events);
    }

    @Test
    void helpIsPrintedAndNothingStarted() {
        assertEquals(OptionalInt.of(0), launch(this::started, "--help"));
        assertEquals(SPEC.help(), out.toString(StandardCharsets.UTF_8));
        assertEquals(List.of(), events);
    }

    @Test
    void oneMistakeIsOneLineAndExitCode2() {
        assertEquals(OptionalInt.of(2), launch(this::started, "--prot=1"));
        assertEquals(
                "asyfleet example: unknown flag --prot, did you mean --port?"
                        + " ('asyfleet example --help' lists the settings)\n",
                errors());
    }

    @Test
    void severalMistakesAreAllInOneMessage() {
        assertEquals(OptionalInt.of(2), launch(this::started, "--port=x", "--slots=0"));
        assertEquals("""
                asyfleet example: 2 mistakes in the settings ('asyfleet example --help' lists the settings)
                  --port=x: expected a port from 0 to 65535
                  --slots=0: expected a whole number of at least 1
                """, errors());
    }

    @Test
    void aFailureOfTheWorldOutsideIsOneLineAndExitCode1() {
        assertEquals(OptionalInt.of(1), launch(port -> {
            throw new StartFailure("cannot reach Redis", new IllegalStateException("cause"));
        }));
        assertEquals("asyfleet example: cannot reach Redis\n", errors());
        assertTrue(hooks.isEmpty());
    }

    @Test
    void aBugAtTheStartIsExitCode1() {
        assertEquals(OptionalInt.of(1), launch(port -> {
            throw new IllegalStateException("a bug");
        }));
    }
}

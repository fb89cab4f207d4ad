package asyfleet.backend;

import asyfleet.backend.claim.ToolFingerprint;
import asyfleet.backend.execute.Launcher;
import asyfleet.backend.execute.Slots;
import asyfleet.backend.explain.Installed;
import asyfleet.backend.names.NameLister;
import asyfleet.backend.sandbox.BareSandbox;
import asyfleet.backend.sandbox.BwrapSandbox;
import asyfleet.backend.sandbox.Sandbox;
import asyfleet.backend.sandbox.SandboxExtras;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.warm.CacheMarks;
import asyfleet.backend.warm.WarmStart;
import asyfleet.config.OpenParts;
import asyfleet.config.ServiceMain;
import asyfleet.config.StartFailure;
import asyfleet.redis.schema.PoolFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts that run tasks in this process: its files, its sandbox and its slots. */
public final class ExecutionPlatform implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExecutionPlatform.class);

    private final WarmStart warm;
    private final Slots slots;
    private final String tools;
    private final NameLister names;
    private final OpenParts parts;

    private ExecutionPlatform(WarmStart warm, Slots slots, String tools, NameLister names, OpenParts parts) {
        this.warm = warm;
        this.slots = slots;
        this.tools = tools;
        this.names = names;
        this.parts = parts;
    }

    /**
     * Sets up the sandbox and has it attacked; there are as many slots as the settings say.
     *
     * @throws StartFailure if it cannot be set up, or does not hold
     */
    public static ExecutionPlatform start(ExecutionSettings settings) {
        Slots.Count count =
                new Slots.Count(settings.slots().first(), settings.slots().most());
        return start(settings, count, Wrapping.NONE);
    }

    /** Puts something around what launches programs in a sandbox. */
    public interface Wrapping {

        Wrapping NONE = (launcher, sandbox) -> launcher;

        Launcher wrap(Launcher launcher, Sandbox sandbox);
    }

    /** The same with other slots. */
    public static ExecutionPlatform start(ExecutionSettings settings, Slots.Count count, Wrapping wrapping) {
        try {
            return OpenParts.start(parts -> start(settings, count, wrapping, parts));
        } catch (IOException e) {
            throw new StartFailure("no sandbox: " + e.getMessage(), e);
        }
    }

    private static ExecutionPlatform start(
            ExecutionSettings settings, Slots.Count count, Wrapping wrapping, OpenParts parts) throws IOException {
        settings.modules().requireUsable(settings.sandbox().mode());
        StateDirectory state =
                parts.opened(StateDirectory.create(settings.sandbox().stateBase()));
        WarmStart warm = parts.opened(warmStart(settings, state));
        prove(warm, state, settings, parts);
        LOG.info("memory of tasks bound={}", warm.sandbox().memoryBound());
        Slots slots = parts.opened(new Slots(
                count,
                warm.sandbox(),
                settings.limits(),
                (sandbox, pool) -> wrapping.wrap(warm.launcher(sandbox, pool), sandbox),
                Installed.explainer(settings.modules().directories())));
        String tools = ToolFingerprint.ofThisMachine(settings.modules().directories());
        NameLister names = new NameLister(warm.sandbox(), settings.modules().directories());
        return new ExecutionPlatform(warm, slots, tools, names, parts);
    }

    static WarmStart warmStart(ExecutionSettings settings, StateDirectory state) throws IOException {
        SandboxMode mode = settings.sandbox().mode();
        WarmStart.SandboxOpener opener =
                extras -> sandbox(settings.sandbox(), state, settings.modules().addTo(extras, mode));
        Path cache = settings.warm().cache();
        return settings.warm().on() ? WarmStart.create(cache, opener) : WarmStart.formatsOnly(cache, opener);
    }

    private static Sandbox sandbox(SandboxSettings settings, StateDirectory state, SandboxExtras extras)
            throws IOException {
        return switch (settings.mode()) {
            case BWRAP -> BwrapSandbox.create(state, settings.limits(), extras);
            case NONE -> new BareSandbox(state, settings.limits(), extras);
        };
    }

    private static void prove(WarmStart warm, StateDirectory state, ExecutionSettings settings, OpenParts parts)
            throws IOException {
        Optional<SelfTestMode> mode = settings.sandbox().selfTest();
        if (!warm.sandbox().confines()) {
            LOG.warn("no sandbox: whoever sends a task can do all that this account can setting=\"--sandbox=none\"");
        } else if (mode.isPresent()) {
            RememberedProof proof = parts.opened(new RememberedProof(
                    new CacheMarks(settings.warm().cache()),
                    () -> SandboxProof.attack(warm, state).values().stream()
                            .flatMap(List::stream)
                            .toList(),
                    () -> endAfterBreach(warm)));
            Optional<String> key =
                    mode.get() == SelfTestMode.REMEMBERED ? ProofKey.of(warm.sandbox()) : Optional.empty();
            if (key.isPresent()) {
                proof.unlessRemembered(key.get());
            } else {
                proof.first();
            }
        }
    }

    /** All cells first: leaving the fleet in good order takes longer. */
    private static void endAfterBreach(WarmStart warm) {
        warm.sandbox().close();
        ServiceMain.endAfterFault();
    }

    public Slots slots() {
        return slots;
    }

    /** The versions of the programs and modules here, as one text. */
    public String tools() {
        return tools;
    }

    NameLister names() {
        return names;
    }

    public PoolFigures figures() {
        return warm.figures();
    }

    @Override
    public void close() {
        parts.close();
    }
}

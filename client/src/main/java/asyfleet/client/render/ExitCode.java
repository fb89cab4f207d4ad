package asyfleet.client.render;

import asyfleet.client.connect.TaskOutcome;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;

/** The exit codes of {@code render}; of several figures the highest counts. */
final class ExitCode implements TaskOutcome.Handler<Integer> {

    static final int OK = 0;
    static final int PROGRAM_FAILED = 1;
    static final int WRONG_USAGE = 2;
    static final int FLEET_FAILED = 3;

    private static final ExitCode INSTANCE = new ExitCode();

    private ExitCode() {}

    static int of(TaskOutcome outcome) {
        return outcome.accept(INSTANCE);
    }

    @Override
    public Integer on(TaskOutcome.Rendered rendered) {
        return OK;
    }

    @Override
    public Integer on(TaskOutcome.Failed failed) {
        boolean ours = failed.verdict()
                .filter(verdict -> verdict.stage() == Stage.FLEET)
                .isPresent();
        return ours ? FLEET_FAILED : PROGRAM_FAILED;
    }

    @Override
    public Integer on(TaskOutcome.Denied denied) {
        boolean wrong =
                denied.code().filter(code -> code == EndCode.BAD_REQUEST).isPresent();
        return wrong ? WRONG_USAGE : FLEET_FAILED;
    }

    @Override
    public Integer on(TaskOutcome.Lost lost) {
        return FLEET_FAILED;
    }

    @Override
    public Integer on(TaskOutcome.Cancelled cancelled) {
        return FLEET_FAILED;
    }
}

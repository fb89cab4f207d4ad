package asyfleet.client.command;

import asyfleet.client.connect.TaskOutcome;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;

/** The exit codes of commands that send figures; of several figures the highest counts. */
public final class ExitCode implements TaskOutcome.Handler<Integer> {

    public static final int OK = 0;
    public static final int PROGRAM_FAILED = 1;
    public static final int WRONG_USAGE = 2;
    public static final int FLEET_FAILED = 3;

    private static final ExitCode INSTANCE = new ExitCode();

    private ExitCode() {}

    public static int of(TaskOutcome outcome) {
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
    public Integer on(TaskOutcome.Unreachable unreachable) {
        return FLEET_FAILED;
    }

    @Override
    public Integer on(TaskOutcome.Cancelled cancelled) {
        return FLEET_FAILED;
    }
}

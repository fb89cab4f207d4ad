package asyfleet.lab.chaos.check;

import asyfleet.lab.chaos.history.HistoryEvent;

/** The task that an event is about; 0 if it is about none. */
final class OwnTask implements HistoryEvent.Handler<Integer> {

    @Override
    public Integer on(HistoryEvent.Sent sent) {
        return sent.task();
    }

    @Override
    public Integer on(HistoryEvent.Accepted accepted) {
        return accepted.task();
    }

    @Override
    public Integer on(HistoryEvent.Ended ended) {
        return ended.task();
    }

    @Override
    public Integer on(HistoryEvent.Stumbled stumbled) {
        return stumbled.task();
    }

    @Override
    public Integer on(HistoryEvent.Vanished vanished) {
        return vanished.task();
    }

    @Override
    public Integer on(HistoryEvent.WaitsAgain waits) {
        return waits.task();
    }

    @Override
    public Integer on(HistoryEvent.RunsAgain runs) {
        return runs.task();
    }

    @Override
    public Integer on(HistoryEvent.Adopted adopted) {
        return adopted.task();
    }

    @Override
    public Integer on(HistoryEvent.GaveUp gaveUp) {
        return gaveUp.task();
    }

    @Override
    public Integer on(HistoryEvent.Left left) {
        return left.task();
    }

    @Override
    public Integer on(HistoryEvent.Told told) {
        return told.task();
    }

    @Override
    public Integer on(HistoryEvent.Granted granted) {
        return 0;
    }

    @Override
    public Integer on(HistoryEvent.Released released) {
        return 0;
    }

    @Override
    public Integer on(HistoryEvent.Struck struck) {
        return 0;
    }

    @Override
    public Integer on(HistoryEvent.Failed failed) {
        return 0;
    }

    @Override
    public Integer on(HistoryEvent.Healed healed) {
        return 0;
    }

    @Override
    public Integer on(HistoryEvent.WholeAgain recovered) {
        return 0;
    }

    @Override
    public Integer on(HistoryEvent.Sampled sampled) {
        return 0;
    }

    @Override
    public Integer on(HistoryEvent.Rested rested) {
        return 0;
    }

    @Override
    public Integer on(HistoryEvent.Remarked remarked) {
        return 0;
    }

    @Override
    public Integer on(HistoryEvent.Unproven unproven) {
        return 0;
    }
}

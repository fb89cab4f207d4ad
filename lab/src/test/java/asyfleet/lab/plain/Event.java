package asyfleet.lab.plain;

import asyfleet.scheduler.decide.DecisionCore;
import asyfleet.scheduler.decide.Task;

/** One step of a random history, for the core and for its plain counterpart. */
sealed interface Event {

    void tell(DecisionCore core);

    void tell(PlainScheduler plain);

    record Arrive(Task task) implements Event {
        @Override
        public void tell(DecisionCore core) {
            core.arrive(task);
        }

        @Override
        public void tell(PlainScheduler plain) {
            plain.arrive(task);
        }
    }

    record End(String id, long now) implements Event {
        @Override
        public void tell(DecisionCore core) {
            core.end(id, now);
        }

        @Override
        public void tell(PlainScheduler plain) {
            plain.end(id);
        }
    }

    record Backends(int backends, long now) implements Event {
        @Override
        public void tell(DecisionCore core) {
            core.backends(backends, now);
        }

        @Override
        public void tell(PlainScheduler plain) {
            plain.backends(backends);
        }
    }

    record Tick(long now) implements Event {
        @Override
        public void tell(DecisionCore core) {
            core.tick(now);
        }

        @Override
        public void tell(PlainScheduler plain) {
            plain.tick(now);
        }
    }
}

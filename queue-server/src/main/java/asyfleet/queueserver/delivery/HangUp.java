package asyfleet.queueserver.delivery;

import asyfleet.protocol.task.ServerMessage;

/** Connects to a slot only to close: that is how a slot learns that nobody waits for its task. */
enum HangUp implements BackendLink.Listener {
    AT_ONCE;

    @Override
    public void failed(Throwable reason) {
        // The slot is gone already.
    }

    @Override
    public void opened(BackendLink link) {
        link.close();
    }

    @Override
    public void message(ServerMessage message) {
        // Nobody waits for it.
    }

    @Override
    public void closed() {
        // Done.
    }
}

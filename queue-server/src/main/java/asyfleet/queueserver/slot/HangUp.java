package asyfleet.queueserver.slot;

import asyfleet.protocol.task.ServerMessage;

/** The listener that closes a connection as soon as it is open, and hears nothing. */
enum HangUp implements BackendLink.Listener {
    AT_ONCE;

    @Override
    public boolean keepsMessages() {
        return false;
    }

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
    public void overflowed() {
        // Nobody waits for it.
    }

    @Override
    public void closed() {
        // Done.
    }
}

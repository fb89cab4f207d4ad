package asyfleet.backend.sandbox;

import java.io.IOException;

/** The failure to open a cell. Never the fault of a task: none had begun. */
public final class SandboxException extends IOException {

    public SandboxException(String message) {
        super(message);
    }

    public SandboxException(String message, Throwable cause) {
        super(message, cause);
    }
}

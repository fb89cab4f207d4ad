package asyfleet.queueserver.session;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Recently uploaded files by their SHA-256. Losing one costs its owner an upload, nothing more. */
public interface FileShelf {

    void keep(String sha256, byte[] contents);

    CompletionStage<Optional<byte[]>> find(String sha256);
}

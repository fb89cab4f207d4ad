package asyfleet.queueserver.session;

import asyfleet.redis.reuse.RecentFiles;
import asyfleet.redis.reuse.RecentFiles.Finding;
import asyfleet.redis.reuse.RecentFiles.Wanted;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link FileCache} in Redis, so that any queue server can restore what another one took. */
public final class RedisFileCache implements FileCache {

    private static final Logger LOG = LoggerFactory.getLogger(RedisFileCache.class);

    private final RecentFiles files;

    public RedisFileCache(RecentFiles files) {
        this.files = files;
    }

    @Override
    public void keep(String scope, String sha256, byte[] contents) {
        files.keep(scope, sha256, contents).exceptionally(failure -> {
            LOG.warn("file not kept hash={} reason={}", sha256, failure.toString());
            return null;
        });
    }

    @Override
    public CompletableFuture<Finding> find(Wanted wanted) {
        return files.find(wanted).toCompletableFuture();
    }
}

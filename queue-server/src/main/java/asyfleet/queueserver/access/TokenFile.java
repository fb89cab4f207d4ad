package asyfleet.queueserver.access;

import asyfleet.config.Secret;
import asyfleet.config.StartFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of API tokens, a line each: {@code name token}. It is read again when it changes, so tokens can be added and
 * taken away without a restart. A file that cannot be read later, or has no tokens, changes nothing: locking everybody
 * out by a slip of an editor would be worse than a token that lives a little longer. Used by one thread.
 */
public final class TokenFile {

    private static final Logger LOG = LoggerFactory.getLogger(TokenFile.class);
    private static final int SHORTEST = 16;

    private final Path path;
    private FileTime lastRead;
    private String lastMistake = "";

    public TokenFile(Path path) {
        this.path = path;
    }

    /** Reads the file at start, when a mistake in it stops the service. */
    public static ApiTokens open(Optional<Path> path) {
        return new ApiTokens(path.map(file -> {
            try {
                return read(file);
            } catch (IOException | IllegalArgumentException e) {
                throw new StartFailure("cannot use the token file " + file + ": " + e.getMessage(), e);
            }
        }));
    }

    /** Takes over the tokens if the file has changed. Blocks for as long as reading a small file does. */
    public void refresh(ApiTokens tokens) {
        try {
            FileTime changed = Files.getLastModifiedTime(path);
            if (!changed.equals(lastRead)) {
                Map<String, Secret> read = read(path);
                tokens.replace(read);
                lastRead = changed;
                lastMistake = "";
                LOG.info("tokens read file={} tokens={}", path, read.size());
            }
        } catch (IOException | IllegalArgumentException e) {
            kept(e.toString());
        }
    }

    /** Once for each mistake: the file is looked at every few seconds. */
    private void kept(String mistake) {
        if (!mistake.equals(lastMistake)) {
            LOG.warn("tokens kept as they were file={} reason={}", path, mistake);
            lastMistake = mistake;
        }
    }

    private static Map<String, Secret> read(Path file) throws IOException {
        Map<String, Secret> tokens = new LinkedHashMap<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.strip().split("\\s+");
            if (parts.length != 2 || parts[1].length() < SHORTEST) {
                throw new IllegalArgumentException(
                        "line " + number + " is not a name and a token of at least " + SHORTEST + " characters");
            }
            if (tokens.put(parts[0], new Secret(parts[1])) != null) {
                throw new IllegalArgumentException("line " + number + " has the name of an earlier one");
            }
        }
        // Also what a program that writes the file leaves for a moment: it truncates first.
        if (tokens.isEmpty()) {
            throw new IllegalArgumentException("there are no tokens in it");
        }
        return tokens;
    }
}

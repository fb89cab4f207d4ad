package asyfleet.config;

import java.util.List;

/**
 * The failure that the settings of an operator cannot be used. Carries every mistake, so that one attempt shows all
 * that is to be mended.
 */
public final class SettingsException extends RuntimeException {

    private final List<String> mistakes;

    SettingsException(List<String> mistakes) {
        super(String.join("; ", mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    public List<String> mistakes() {
        return mistakes;
    }
}

package asyfleet.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The time that the tests of this module wait for what they expect: real programs on a machine that may be busy. A test that
 * fails may take long, one that passes does not. JUnit finds it by itself, so that no test depends on a fixture that was
 * loaded before it.
 */
public final class PatientTests implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }
}

package asyfleet.testing;

import asyfleet.logging.LogStyle;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives the log of the process the style back that it had before a test class. A test that starts a service in its own
 * process changes it, and the classes of one JVM run in any order. JUnit finds it by itself.
 */
public final class SameLogStyle implements BeforeAllCallback, AfterAllCallback {

    private static final ExtensionContext.Namespace OWN = ExtensionContext.Namespace.create(SameLogStyle.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        context.getStore(OWN).put(context.getUniqueId(), LogStyle.current());
    }

    @Override
    public void afterAll(ExtensionContext context) {
        context.getStore(OWN).get(context.getUniqueId(), LogStyle.class).use();
    }
}

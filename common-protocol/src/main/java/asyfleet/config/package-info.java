/**
 * Settings as data, and the frame of every service's {@code main}.
 *
 * <p>A service declares its {@link asyfleet.config.Setting}s once, in a {@link asyfleet.config.SettingsSpec}. Reading
 * (flags, then environment, then default), the help text, and the table in {@code docs/settings.md} all come from that
 * list, so they cannot disagree.
 *
 * <p>A service opens its parts one after the other and closes them in reverse, by {@link asyfleet.config.OpenParts}.
 */
package asyfleet.config;

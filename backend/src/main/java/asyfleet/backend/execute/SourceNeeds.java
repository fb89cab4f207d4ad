package asyfleet.backend.execute;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.regex.Pattern;

/**
 * The needs of a task, as far as its sources show them. A guess by words: who is wrongly taken to draw in space gets an X
 * server that it does not use; who draws in space in a way that nobody sees here gets vectors.
 *
 * @param space whether it draws in three dimensions
 * @param page whether it asks for HTML by itself
 */
record SourceNeeds(boolean space, boolean page) {

    /** The modules that draw in three dimensions, by themselves or by one that they import. */
    private static final Pattern SPACE =
            Pattern.compile("\\b(three|graph3|solids|tube|grid3|contour3|smoothcontour3|labelpath3|obj|bsp|v3d)\\b");

    private static final Pattern PAGE = Pattern.compile("\\boutformat\\s*=\\s*\"html\"");

    static SourceNeeds of(Collection<byte[]> files) {
        boolean space = false;
        boolean page = false;
        for (byte[] contents : files) {
            // Every byte is a character in Latin-1, so that data and pictures do no harm.
            String text = new String(contents, StandardCharsets.ISO_8859_1);
            space |= SPACE.matcher(text).find();
            page |= PAGE.matcher(text).find();
        }
        return new SourceNeeds(space, page);
    }
}

package asyfleet.fleet;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** The promises of the editor page about writing sources, and about who can use it. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("slow")
class PageEditorTest extends OpenedPage implements AccessOnPage, EditorOnPage, VimOnPage {}

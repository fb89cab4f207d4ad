package asyfleet.fleet;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/** The promises of the editor page about files, kept work, pictures and its shell. */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@Tag("slow")
class PageWorkTest extends OpenedPage implements KeptOnPage, PictureOnPage, ShellOnPage, WorkOnPage {}

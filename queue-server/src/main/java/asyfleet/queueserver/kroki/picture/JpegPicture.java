package asyfleet.queueserver.kroki.picture;

import asyfleet.net.http.HttpError;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/**
 * A JPEG made of a PNG, on white, as JPEG knows no transparency. A small file can be a picture of any size, so the pixels
 * are counted before any is read.
 */
public final class JpegPicture {

    /** Of at most eight bytes each, and four in the copy on white. */
    private static final long MOST_PIXELS = 8_000_000;

    static {
        ImageIO.setUseCache(false); // no temporary files
    }

    private JpegPicture() {}

    public static byte[] of(ServerMessage.Result picture) {
        if (picture.format() != Format.PNG) {
            throw HttpError.badRequest("The source sets its own format, "
                    + picture.format().wire() + "; a jpeg can be made of a png only");
        }
        try {
            return jpeg(onWhite(read(picture.contents())));
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            // A program may write such a file itself; a reader of broken ones fails in many ways.
            throw HttpError.badRequest("The picture is not a png that can be read; a jpeg cannot be made of it");
        }
    }

    private static BufferedImage read(byte[] png) throws IOException {
        try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(png))) {
            Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName("png");
            ImageReader reader = readers.next();
            try {
                reader.setInput(in, true, true);
                requireFewPixels(reader.getWidth(0), reader.getHeight(0));
                return reader.read(0);
            } finally {
                reader.dispose();
            }
        }
    }

    private static void requireFewPixels(long width, long height) {
        if (width * height > MOST_PIXELS) {
            throw HttpError.badRequest("The picture has " + width + " x " + height + " pixels; a jpeg has at most "
                    + MOST_PIXELS + ". Ask for a png, or make the figure smaller");
        }
    }

    private static BufferedImage onWhite(BufferedImage picture) {
        BufferedImage copy = new BufferedImage(picture.getWidth(), picture.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D paper = copy.createGraphics();
        paper.drawImage(picture, 0, 0, Color.WHITE, null);
        paper.dispose();
        return copy;
    }

    private static byte[] jpeg(BufferedImage picture) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (!ImageIO.write(picture, "jpeg", out)) {
            throw new IOException("this Java has no writer of JPEG");
        }
        return out.toByteArray();
    }
}

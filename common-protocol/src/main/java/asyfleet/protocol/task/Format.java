package asyfleet.protocol.task;

import asyfleet.protocol.wire.WireName;
import java.util.Optional;

/** The kinds of image that a task may ask for and a result may hold. */
public enum Format implements WireName {
    SVG("svg", "image/svg+xml"),
    PDF("pdf", "application/pdf"),
    PNG("png", "image/png"),
    /** A page that shows the figure, and lets three-dimensional ones be turned. All that it needs is in it. */
    HTML("html", "text/html"),
    EPS("eps", "application/postscript");

    private final String wire;
    private final String contentType;

    Format(String wire, String contentType) {
        this.wire = wire;
        this.contentType = contentType;
    }

    /** The name on the wire, which is also the file extension and what {@code asy -f} takes. */
    @Override
    public String wire() {
        return wire;
    }

    /** The media type of HTTP answers that carry such an image. */
    public String contentType() {
        return contentType;
    }

    /** The format of that exact name, if there is one. */
    public static Optional<Format> ofWire(String wire) {
        return WireName.find(Format.class, wire);
    }
}

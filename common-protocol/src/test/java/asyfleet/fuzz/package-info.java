/**
 * The common parts of fuzz targets. A target is a {@link asyfleet.fuzz.FuzzTest} beside the decoder that it tries. The tests of
 * each module run it for a moment, and {@code ./asyfleet fuzz} for as long as one likes.
 */
package asyfleet.fuzz;

package asyfleet.backend.execute;

import asyfleet.backend.sandbox.Cell;
import asyfleet.backend.sandbox.Command;
import asyfleet.backend.sandbox.Usage;
import asyfleet.backend.sandbox.WorkDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** A cell that is another one; for tests to change a part of it. */
class WrappedCell implements Cell {

    private final Cell cell;

    WrappedCell(Cell cell) {
        this.cell = cell;
    }

    @Override
    public WorkDirectory directory() {
        return cell.directory();
    }

    @Override
    public void start(Command command) throws IOException {
        cell.start(command);
    }

    @Override
    public OutputStream input() {
        return cell.input();
    }

    @Override
    public InputStream output() {
        return cell.output();
    }

    @Override
    public InputStream errors() {
        return cell.errors();
    }

    @Override
    public CompletableFuture<Integer> exit() {
        return cell.exit();
    }

    @Override
    public long firstProcess() {
        return cell.firstProcess();
    }

    @Override
    public Usage usage() {
        return cell.usage();
    }

    @Override
    public void discountPresent() {
        cell.discountPresent();
    }

    @Override
    public void giveWay() {
        cell.giveWay();
    }

    @Override
    public void end() {
        cell.end();
    }

    @Override
    public void close() {
        cell.close();
    }

    @Override
    public OptionalLong fatalBytes() {
        return cell.fatalBytes();
    }
}

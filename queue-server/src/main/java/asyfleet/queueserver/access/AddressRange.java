package asyfleet.queueserver.access;

import asyfleet.config.ValueType;
import io.netty.util.NetUtil;
import java.net.InetAddress;

/**
 * An address or a network, as in {@code 10.0.0.0/8}.
 *
 * @param address its bytes
 * @param bits how many leading bits count
 */
public record AddressRange(byte[] address, int bits) {

    /** For settings. */
    public static final ValueType<AddressRange> TYPE = ValueType.of("address", AddressRange::parse);

    static AddressRange parse(String text) {
        String[] parts = text.split("/", 2);
        byte[] address = NetUtil.createByteArrayFromIpAddressString(parts[0]);
        if (address == null) {
            throw new IllegalArgumentException("expected an address such as 10.0.0.1, or a network such as 10.0.0.0/8");
        }
        int all = address.length * Byte.SIZE;
        if (parts.length == 1) {
            return new AddressRange(address, all);
        }
        if (!parts[1].matches("[0-9]{1,3}") || Integer.parseInt(parts[1]) > all) {
            throw new IllegalArgumentException("expected a prefix length from 0 to " + all + " behind the slash");
        }
        return new AddressRange(address, Integer.parseInt(parts[1]));
    }

    boolean contains(InetAddress other) {
        byte[] bytes = other.getAddress();
        if (bytes.length != address.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % Byte.SIZE);
            if (((bytes[bit / Byte.SIZE] ^ address[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}

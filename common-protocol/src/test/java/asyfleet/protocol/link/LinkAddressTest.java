package asyfleet.protocol.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkAddressTest {

    @Test
    void anAddressSaysWhereTheLinkIsAndWhichTaskIsMeant() {
        String address = LinkAddress.write("ws://10.0.0.7:8081", "abc", "xyz");

        assertEquals("ws://10.0.0.7:8081/task/abc?link=xyz", address);
        assertEquals(Optional.of(new LinkAddress("ws://10.0.0.7:8081/link/xyz", "abc")), LinkAddress.parse(address));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ws://10.0.0.7:8081/task/abc",
                "ws://10.0.0.7/slot/abc?link=xyz",
                "ws://task/?link=",
                "",
                "?link="
            })
    void anAddressOfAProcessWithoutALinkIsLeftAsItIs(String address) {
        assertEquals(Optional.empty(), LinkAddress.parse(address));
    }
}

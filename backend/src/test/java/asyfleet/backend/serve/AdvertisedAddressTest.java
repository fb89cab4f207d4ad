package asyfleet.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvertisedAddressTest {

    @ParameterizedTest
    @CsvSource({
        "render-1.internal, ws://render-1.internal:7000/task/abc?link=xyz",
        "10.1.2.3,          ws://10.1.2.3:7000/task/abc?link=xyz",
        "fd00::1,           ws://[fd00::1]:7000/task/abc?link=xyz"
    })
    void theUrlNamesHostPortTokenAndLink(String host, String url) {
        assertEquals(url, new AdvertisedAddress("ws", host, 7000).url("abc", "xyz"));
    }

    @Test
    void aProcessThatListensEverywhereIsReachedOnItsOwnMachine() {
        assertEquals("127.0.0.1", AdvertisedAddress.hostFor("0.0.0.0"));
        assertEquals("::1", AdvertisedAddress.hostFor("::"));
        assertEquals("10.1.2.3", AdvertisedAddress.hostFor("10.1.2.3"));
    }
}

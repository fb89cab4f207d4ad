package asyfleet.backend.claim;

import asyfleet.backend.serve.AdvertisedAddress;
import asyfleet.backend.serve.TaskAddresses;

/**
 * What the process lends to the tasks that it claims.
 *
 * @param addresses served by the process's server, at {@link TaskAddresses#PATH}
 * @param advertised where queue servers reach that server
 */
public record TaskHosting(TaskRunner runner, TaskAddresses addresses, AdvertisedAddress advertised) {}

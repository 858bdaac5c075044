/**
 * An address without a listener: port 4 of loopback is assigned to no service, and no system returns it as a free port. Unlike port
 * 1, `fetch` does not refuse it.
 */
export const NOBODY = '127.0.0.1:4'

/**
 * Where nobody listens: port 4 of loopback is assigned to no service, and no system hands it out to a program that asks for a free port.
 * Unlike port 1, `fetch` does not refuse it.
 */
export const NOBODY = '127.0.0.1:4'

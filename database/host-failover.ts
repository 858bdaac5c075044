import type { DatabaseAddress, Host } from './database-url.ts'

/** A host that was not reached in time may be the only one that accepts writes, so all are tried twice. */
const ROUNDS = 2

/** The hosts of a database, and the one that the next connection tries: the one that answered last. */
export class HostFailover {
  /** Maximum attempts for a connection: a single host once, and once more without TLS if allowed. */
  readonly tries: number
  readonly #address: DatabaseAddress
  readonly #withoutTls = new Set<Host>()
  #at = 0

  constructor(address: DatabaseAddress) {
    this.#address = address
    const { length } = address.hosts
    this.tries = (length > 1 ? ROUNDS * length : 1) * (address.sslIsOptional ? 2 : 1)
  }

  get current(): Host {
    return this.#address.hosts[this.#at]! // wraps around at their number
  }

  sslOf(host: Host): DatabaseAddress['ssl'] {
    return host.host.startsWith('/') || this.#withoutTls.has(host) ? false : this.#address.ssl
  }

  /** Switches to the next host, unless another attempt has failed here before. */
  hasFailed(host: Host, error: unknown): void {
    const lacksTls = error instanceof Error && error.message.includes('does not support SSL')
    if (this.#address.sslIsOptional && lacksTls) this.#withoutTls.add(host)
    else if (host === this.current) this.#at = (this.#at + 1) % this.#address.hosts.length
  }
}

import type { DatabaseAddress, Host } from './database-url.ts'

/** A host that was not reached in time may be the only one that accepts writes, so all are tried twice. */
const ROUNDS = 2

/** The hosts of a database, and the one that the next connection tries first: the one that answered last. */
export class HostTurn {
  /** Maximum attempts for a connection: a single host once, and once more without TLS if allowed. */
  readonly tries: number
  readonly #address: DatabaseAddress
  readonly #withoutTls = new Set<Host>()
  readonly #failures = new WeakSet<Error>()
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

  hasAnswered(host: Host): void {
    this.#at = this.#address.hosts.indexOf(host)
  }

  hasFailed(host: Host, error: Error): void {
    this.#failures.add(error)
    if (this.#address.sslIsOptional && error.message.includes('does not support SSL')) this.#withoutTls.add(host)
    else if (host === this.current) this.#at = (this.#at + 1) % this.#address.hosts.length
  }

  /** Whether the error is a failed connection, and not a timeout while waiting for a free one. */
  isFailure(error: Error): boolean {
    return this.#failures.has(error) || (error.cause instanceof Error && this.#failures.has(error.cause))
  }
}

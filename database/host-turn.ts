import type { DatabaseAddress, Host } from './database-url.ts'

/** A host that was not reached in time may be the only one that takes writes. */
const ROUNDS = 2

/** The hosts of one database, and which of them the next connection asks first: the one that answered last. */
export class HostTurn {
  /** How often one request for a connection may try: a single host once, and once more without TLS where that will do. */
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

  /** A connection to this host has failed: the next one is asked from now on, unless another request moved on already. */
  hasFailed(host: Host, error: Error): void {
    this.#failures.add(error)
    if (this.#address.sslIsOptional && error.message.includes('does not support SSL')) this.#withoutTls.add(host)
    else if (host === this.current) this.#at = (this.#at + 1) % this.#address.hosts.length
  }

  /** Whether the error is of a connection that could not be made; another one is of waiting for one that is in use. */
  isFailure(error: Error): boolean {
    return this.#failures.has(error) || (error.cause instanceof Error && this.#failures.has(error.cause))
  }
}

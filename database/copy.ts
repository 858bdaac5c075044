import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** The part of a connection that the copy protocol uses. The driver's types lack some of it. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

type Complete = { text: string }

const BUNCH_BYTES = 64 * 1024

const rowsIn = ({ text }: Complete) => Number(text.split(' ').at(-1))

/** The bytes of a `copy ... to stdout`, with backpressure to the server. `rows` is the number of rows after the end. */
export class CopyOut extends Readable {
  rows = 0
  readonly #statement: string
  #connection: pg.Connection | undefined
  #bunch = Buffer.allocUnsafeSlow(BUNCH_BYTES)
  #filled = 0

  constructor(statement: string) {
    super()
    this.#statement = statement
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  /** The reader has stopped: the remaining data is discarded, so that the connection stays usable. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.stream.resume()
    done(error)
  }

  /** Rows arrive one by one and are passed on in batches. The driver reuses their memory, so they are copied. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.destroyed) return
    if (this.#filled + chunk.length > this.#bunch.length) this.#handOn(chunk.length)
    chunk.copy(this.#bunch, this.#filled)
    this.#filled += chunk.length
  }

  #handOn(nextLength = 0): void {
    const isWanted = this.#filled === 0 || this.push(this.#bunch.subarray(0, this.#filled))
    this.#bunch = Buffer.allocUnsafeSlow(Math.max(BUNCH_BYTES, nextLength))
    this.#filled = 0
    if (!isWanted) this.#connection?.stream.pause()
  }

  handleCommandComplete(complete: Complete): void {
    this.rows = rowsIn(complete)
  }

  handleReadyForQuery(): void {
    if (this.destroyed) return
    this.#handOn()
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }
}

/**
 * Feeds a `copy ... from stdin` and returns the number of rows. A failing source rolls the statement back.
 * @throws the error of the source, or the server's error about the data.
 */
export function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, source, resolve, reject))
  })
}

class CopyIn {
  readonly #statement: string
  readonly #source: AsyncIterable<Buffer>
  readonly #resolve: (rows: number) => void
  readonly #reject: (error: unknown) => void
  #rows = 0
  #isOver = false
  #sourceError: unknown

  constructor(statement: string, source: AsyncIterable<Buffer>, resolve: (rows: number) => void, reject: (error: unknown) => void) {
    this.#statement = statement
    this.#source = source
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#feed(connection)
  }

  async #feed(connection: CopyConnection): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        if (this.#isOver) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    } catch (error) {
      this.#sourceError = error
      connection.sendCopyFail('the source has failed')
    }
  }

  handleCommandComplete(complete: Complete): void {
    this.#rows = rowsIn(complete)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.#isOver = true
    this.#reject(this.#sourceError ?? error)
  }
}

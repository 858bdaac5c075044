/**
 * Why foreign bytes are not read. `reason` is a word for programs; the message is a sentence where the reader has one, otherwise the
 * reason. `rows` is the number of rows where there are too many.
 */
export class Refusal extends Error {
  readonly reason: string
  readonly rows: number | undefined

  constructor(reason: string, { sentence = reason, rows }: { sentence?: string | undefined; rows?: number | undefined } = {}) {
    super(sentence)
    this.name = 'Refusal'
    this.reason = reason
    this.rows = rows
  }
}

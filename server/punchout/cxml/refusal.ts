import type { CxmlStatus } from './write-xml.ts'

/** A refusal that only cXML knows: the document cannot be read, or asks for what the shop does not do. */
export class CxmlRefusal extends Error {
  readonly status: CxmlStatus

  constructor(status: CxmlStatus, sentence: string) {
    super(sentence)
    this.status = status
  }
}

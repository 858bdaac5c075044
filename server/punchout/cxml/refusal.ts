import type { CxmlStatus } from './write-xml.ts'

/** A refusal of cXML only: the document cannot be read, or asks for something unsupported. */
export class CxmlRefusal extends Error {
  readonly status: CxmlStatus

  constructor(status: CxmlStatus, sentence: string) {
    super(sentence)
    this.status = status
  }
}

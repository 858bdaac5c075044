import type { Refusal } from '#readers/refusal.ts'
import type { CxmlStatus } from './write-xml.ts'

/** A refusal of cXML only: the request cannot be taken as it is. */
export class CxmlRefusal extends Error {
  readonly status: CxmlStatus

  constructor(status: CxmlStatus, sentence: string) {
    super(sentence)
    this.status = status
  }
}

/** The reasons of the reader of cXML. */
const STATUSES: Record<string, CxmlStatus> = { malformed: 400, 'not-acceptable': 406, 'not-taken': 450 }

/** What a message that was not read is answered; without a reason of its reader, it met a limit of reading. */
export function toCxmlRefusal({ reason, message }: Refusal): CxmlRefusal {
  const status = STATUSES[reason]
  return status === undefined ? new CxmlRefusal(400, 'This document could not be read.') : new CxmlRefusal(status, message)
}

import { Refusal } from '../refusal.ts'

/** Why a file cannot be imported. */
export type FileProblem =
  | 'too-large'
  /** A workbook that opens with a password only. */
  | 'workbook-locked'
  /** Neither text nor a workbook. */
  | 'no-spreadsheet'
  | 'damaged'
  /** More inside than the reader has memory for. */
  | 'too-much-inside'
  /** The chosen sheet is not in the workbook. */
  | 'no-such-sheet'
  /** More rows than a quote has lines. */
  | 'too-many-rows'
  /** A PDF without text. */
  | 'pdf-scan'
  /** A PDF that opens with a password only. */
  | 'pdf-locked'
  | 'pdf-damaged'
  /** A PDF of too many pages. */
  | 'pdf-too-long'
  /** A PDF with more words than allowed. */
  | 'pdf-too-much'
  /** Reading timed out. */
  | 'too-slow'
  | 'empty'

export class UnreadableFile extends Refusal {
  declare readonly reason: FileProblem

  constructor(reason: FileProblem, rows?: number) {
    super(reason, { rows })
  }
}

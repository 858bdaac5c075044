/** Why a file cannot be imported. */
export type FileProblem =
  | 'too-large'
  /** An XLS workbook. */
  | 'old-workbook'
  /** Neither text nor a workbook. */
  | 'no-spreadsheet'
  | 'damaged'
  /** A workbook with more uncompressed data than allowed. */
  | 'too-much-inside'
  /** More rows than a quote has lines. */
  | 'too-many-rows'
  /** Reading timed out. */
  | 'too-slow'
  | 'empty'

export class UnreadableFile extends Error {
  readonly problem: FileProblem
  readonly rows: number | undefined

  constructor(problem: FileProblem, rows?: number) {
    super(problem)
    this.name = 'UnreadableFile'
    this.problem = problem
    this.rows = rows
  }
}

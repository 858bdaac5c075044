/**
 * Why a file makes no lines:
 * - `too-large`: more bytes than are read
 * - `old-workbook`: a workbook of the time before XLSX
 * - `no-spreadsheet`: neither text nor a workbook
 * - `damaged`: looks like a workbook and cannot be read
 * - `too-much-inside`: a workbook that unfolds to more than a quote could ever hold
 * - `too-many-rows`: more rows than a quote has lines; `rows` says how many
 * - `too-slow`: reading took longer than anyone waits
 * - `empty`: nothing in it
 */
export type FileProblem =
  | 'too-large' | 'old-workbook' | 'no-spreadsheet' | 'damaged' | 'too-much-inside' | 'too-many-rows' | 'too-slow' | 'empty'

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

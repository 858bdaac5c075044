/**
 * Why a file cannot be imported:
 * - `too-large`: more bytes than allowed
 * - `old-workbook`: a workbook older than XLSX
 * - `no-spreadsheet`: neither text nor a workbook
 * - `damaged`: an unreadable workbook
 * - `too-much-inside`: a workbook with more uncompressed data than allowed
 * - `too-many-rows`: more rows than a quote has lines; `rows` says how many
 * - `too-slow`: reading timed out
 * - `empty`: no content
 */
export type FileProblem =
  | 'too-large'
  | 'old-workbook'
  | 'no-spreadsheet'
  | 'damaged'
  | 'too-much-inside'
  | 'too-many-rows'
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

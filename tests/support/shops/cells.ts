import Papa from 'papaparse'

type CsvFile = { body: string }

/** The rows of a CSV file, each cell by the title of its column. */
export const rowsByTitle = ({ body }: CsvFile): Record<string, string>[] =>
  Papa.parse<Record<string, string>>(body.replace(/^\ufeff/, ''), { header: true, skipEmptyLines: true }).data

/** The cells of a column, from the first row to the last. @throws Error for a title that the file has not, or no row. */
export function cellsOf(file: CsvFile, title: string): string[] {
  const rows = rowsByTitle(file)
  if (!rows[0] || !(title in rows[0])) throw new Error(`The file has no cell below '${title}': ${file.body.slice(0, 300)}`)
  return rows.map((row) => row[title] ?? '')
}

/** The cell of the first row below a title. */
export const cellOf = (file: CsvFile, title: string): string => cellsOf(file, title)[0]!

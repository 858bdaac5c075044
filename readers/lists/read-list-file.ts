import { findColumns } from './find-columns.ts'
import type { Sheets } from './lines.ts'
import { readFile } from './read-file.ts'
import { readList, type AskShop, type ListRead } from './read-list.ts'
import { guessColumns, type Columns } from './recognise-columns.ts'

/** A list, and the columns and sheets that it was read from. */
export type ListOfFile = ListRead & { columns: Columns; sheets: Sheets | undefined }

/** The caller's choice: columns, from 0, and the sheet of a workbook. */
export type ListChoice = { columns?: Pick<Columns, 'part' | 'name' | 'quantity'> | undefined; sheet?: string | undefined }

/**
 * Reads the bytes of a file as lines, without asking the buyer; undefined if its columns are unclear.
 * @throws UnreadableFile
 */
export async function readListFile(
  bytes: Uint8Array<ArrayBuffer>,
  ask: AskShop,
  { columns: chosen, sheet }: ListChoice = {},
): Promise<ListOfFile | undefined> {
  const table = await readFile(bytes, sheet)
  const columns = chosen
    ? { ...guessColumns(table.rows), ...chosen }
    : await findColumns(table.rows, async (texts) => {
        const answers = await ask(texts)
        return texts.map((_, place) => answers?.[place] === 'matched')
      })
  return columns && { ...(await readList(table, columns, ask)), columns, sheets: table.sheets }
}

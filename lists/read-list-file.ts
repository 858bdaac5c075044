import { findColumns } from './find-columns.ts'
import { readFile } from './read-file.ts'
import { readList, type AskShop, type ListRead } from './read-list.ts'
import { guessColumns, type Columns } from './recognise-columns.ts'

/** A list, and the columns that it was read from. */
export type ListOfFile = ListRead & { columns: Columns }

/** Columns from 0 that the caller has chosen. */
export type ChosenColumns = Pick<Columns, 'part' | 'name' | 'quantity'>

/**
 * Reads the bytes of a file as lines, without anybody who could be asked; undefined if its columns are unclear.
 * @throws UnreadableFile
 */
export async function readListFile(bytes: Uint8Array<ArrayBuffer>, ask: AskShop, chosen?: ChosenColumns): Promise<ListOfFile | undefined> {
  const table = await readFile(bytes)
  const columns = chosen
    ? { ...guessColumns(table.rows), ...chosen }
    : await findColumns(table.rows, async (texts) => {
        const answers = await ask(texts)
        return texts.map((_, place) => answers?.[place] === 'matched')
      })
  return columns && { ...(await readList(table, columns, ask)), columns }
}

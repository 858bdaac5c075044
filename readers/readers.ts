import type { CsvHints } from './bank/read-csv.ts'
import type { StatementFile } from './bank/statement.ts'
import type { CxmlHeader, CxmlMessage } from './cxml/read-message.ts'
import type { ListChoice, ListOfFile } from './lists/read-list-file.ts'
import type { AskShop } from './lists/read-list.ts'
import type { MailHead } from './mails/read-head.ts'
import type { ReadMail } from './mails/read-mail.ts'

type Bytes = Uint8Array<ArrayBuffer>
/** A question of a reader to the shop; its answer. */
export type Ask = (question: string[]) => Promise<unknown>

/**
 * All that strangers write, by its kind: bytes to what they say, or a `Refusal`. The code of a kind is loaded when its first file comes.
 * The shop calls these in a process of their own (server/platform/reading), never directly.
 */
export const readers = {
  list: async (bytes: Bytes, chosen: ListChoice | undefined, ask: Ask): Promise<ListOfFile | undefined> =>
    (await import('./lists/read-list-file.ts')).readListFile(bytes, ask as AskShop, chosen),
  statement: async (bytes: Bytes, hints: CsvHints): Promise<StatementFile> =>
    (await import('./bank/read-statement-file.ts')).readStatementFile(bytes, hints),
  cxmlHeader: async (bytes: Bytes, { isWhole }: { isWhole: boolean }): Promise<CxmlHeader> =>
    (await import('./cxml/read-message.ts')).readCxmlHeader(bytes, isWhole),
  cxml: async (bytes: Bytes): Promise<CxmlMessage> => (await import('./cxml/read-message.ts')).readCxml(bytes),
  mailHead: async (bytes: Bytes): Promise<MailHead> => (await import('./mails/read-head.ts')).readHead(bytes),
  mail: async (bytes: Bytes): Promise<ReadMail> => (await import('./mails/read-mail.ts')).readMail(bytes),
}

export type Kind = keyof typeof readers
/** What a kind needs to know besides its bytes. */
export type OptionsOf<K extends Kind> = Parameters<(typeof readers)[K]>[1]
/** What is read from a file of this kind. */
export type ReadOf<K extends Kind> = Awaited<ReturnType<(typeof readers)[K]>>

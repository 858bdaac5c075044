import { readFile } from '#readers/lists/read-file.ts'
import { findColumns } from '#readers/lists/find-columns.ts'
import { readList, type AskShop, type ListRead } from '#readers/lists/read-list.ts'
import { requestOf } from '#readers/lists/lines.ts'
import { readQuantity } from '#contract/basics/quantity-text.ts'
import type { PricedLines, QuoteLine, QuoteRequestLine } from '#contract/quotes/quotes.ts'
import type { Client } from '#tests/support/shops/open-shop.ts'

/** A line with the part that the shop took for it, if any, and its pieces as asked; undefined where they are unclear. */
type LineAnswer = { number: string | undefined; pieces: number | undefined; text: string }

/** Reads a file and prices its lines as the quote screen does; undefined if the buyer would be asked for the columns. */
export async function readAsScreen(
  visitor: Client,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ lines: LineAnswer[]; notRead: string[] } | undefined> {
  const ask: AskShop = async (texts) =>
    (
      await price(
        visitor,
        texts.map((text) => requestOf({ text, quantity: '' })),
      )
    ).map(({ status }) => status)
  const table = await readFile(bytes)
  const columns = await findColumns(table.rows, async (texts) => (await ask(texts))!.map((status) => status === 'matched')) // asked
  if (!columns) return undefined
  const list: ListRead = await readList(table, columns, ask)
  const requests = list.lines.map(requestOf)
  const answers = requests.length === 0 ? [] : await price(visitor, requests)
  return {
    lines: answers.map(({ partNumber, status }, place) => ({
      number: status === 'matched' || status === 'quantity-unclear' ? (partNumber ?? undefined) : undefined,
      pieces: readQuantity(requests[place]!.quantity), // one for each line
      text: `${requests[place]!.text} | ${requests[place]!.quantity ?? ''}`, // one for each line
    })),
    notRead: list.notRead.map(({ whole }) => whole),
  }
}

async function price(visitor: Client, lines: QuoteRequestLine[]): Promise<QuoteLine[]> {
  const answer = await visitor.post('/quotes/price', { lines })
  return answer.json<PricedLines>().lines
}

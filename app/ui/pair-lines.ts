/** A pair of texts: a buyer's words and those of the catalogue, a customer's number and the shop's. */
export type Pair = { from: string; to: string }

/** The pairs to remove, by their first text, and those to add. */
export type PairChange = { remove: string[]; add: Pair[] }

type Read = { pairs: Pair[]; /** The first line, from 1, that is no 'from = to'. */ wrongLine: number | undefined }

/** Pairs as a text, a line each: 'Netzteil = power supply'. */
export const writePairs = (pairs: readonly Pair[]): string => pairs.map(({ from, to }) => `${from} = ${to}\n`).join('')

/** Reads such a text, and columns that come from a table. Lines without words are skipped. */
export function readPairs(text: string): Read {
  const pairs: Pair[] = []
  let wrongLine: number | undefined
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const pair = readLine(line)
    if (pair) pairs.push(pair)
    else wrongLine ??= index + 1
  }
  return { pairs, wrongLine }
}

function readLine(line: string): Pair | undefined {
  const [from = '', to = '', ...more] = line.split(/[=\t]/).map((side) => side.trim())
  return from === '' || to === '' || more.length > 0 ? undefined : { from, to }
}

/** The pairs to remove and to add, so that concurrent changes of other pairs are kept. */
export function changeOf(shown: readonly Pair[], typed: readonly Pair[]): PairChange {
  const before = new Map(shown.map(({ from, to }) => [from, to]))
  const kept = new Set(typed.map(({ from }) => from))
  return {
    remove: shown.flatMap(({ from }) => (kept.has(from) ? [] : [from])),
    add: typed.filter(({ from, to }) => before.get(from) !== to),
  }
}

/** The line, from 1, of the pair that a field such as `add.2.words` names. */
export function lineOfField(field: string, text: string, added: readonly Pair[]): number | undefined {
  const pair = added[Number(/^add\.(\d+)/.exec(field)?.[1])]
  const index = text.split(/\r?\n/).findIndex((line) => {
    const read = readLine(line)
    return read && read.from === pair?.from && read.to === pair.to
  })
  return index === -1 ? undefined : index + 1
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Part } from '#contract/parts/parts.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'
import { readAsScreen } from './read-as-screen.ts'
import type { Answer, ListFile } from './right-answers.ts'

const inTree = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)))
const lists = JSON.parse(inTree('files/answers.json').toString()) as Omit<ListFile, 'bytes'>[]
const catalogue = JSON.parse(inTree('../../catalogue/parts.json').toString()) as Partial<Part>[]

/** `lines` and `found` are of parts that the catalogue has. */
type Score = { files: number; lines: number; found: number; wrong: string[]; missed: string[]; rows: string[] }
const LOWEST_SHARE_FOUND = 0.95

/** Compares what was read with the right answers, each of which is used once. */
async function scoreOf(
  visitor: Parameters<typeof readAsScreen>[0],
  { file, answers }: Omit<ListFile, 'bytes'>,
  score: Score,
): Promise<void> {
  const read = await readAsScreen(visitor, Uint8Array.from(inTree(`files/${file}`)))
  const right = answers.filter((answer) => answer[0] !== 'not read').map(plain)
  score.files += 1
  score.lines += right.filter(isKnown).length
  if (!read) return void score.missed.push(`${file}: asks for the columns`)
  for (const { number, pieces, text } of read.lines) {
    const answer = plain([number ?? 'unknown', pieces ?? 'asks'] as Answer)
    const place = right.indexOf(answer)
    if (place >= 0) {
      right.splice(place, 1)
      score.found += isKnown(answer) ? 1 : 0
    } else if (number !== undefined && pieces !== undefined) score.wrong.push(`${file}: ${text} is ${pieces} of ${number}`)
    else score.rows.push(`${file}: ${text} is a line`)
  }
  score.missed.push(...right.map((answer) => `${file}: ${answer}`))
  const said = answers.filter((answer) => answer[0] === 'not read').map((answer) => String(answer[1]))
  for (const text of read.notRead) {
    const place = said.indexOf(text)
    if (place >= 0) said.splice(place, 1)
    else score.rows.push(`${file}: ${text} is not read`)
  }
  score.rows.push(...said.map((text) => `${file}: ${text} is not told as not read`))
}

const isKnown = (answer: string) => !answer.endsWith(' of unknown')
const plain = ([number, pieces]: Answer) => `${pieces} of ${number}`

test('lists of twelve programs are read: no wrong part, no wrong quantity, and the lines are found', async () => {
  const shop = await openShop()
  for (const { name, partNumber, price } of catalogue) await shop.addPart({ name: name!, partNumber: partNumber!, price: price! }) // sample parts have them
  const scores = new Map<string, Score>()
  for (const list of lists) {
    const score = scores.get(list.dialect) ?? { files: 0, lines: 0, found: 0, wrong: [], missed: [], rows: [] }
    scores.set(list.dialect, score)
    await scoreOf(shop.visitor, list, score)
  }

  const rows = Array.from(scores, ([dialect, { files, lines, found, wrong }]) => ({ dialect, files, lines, found, wrong: wrong.length }))
  if (process.env['BENCH_LISTS'] === '1') {
    // oxlint-disable-next-line no-console -- the figures of the bench
    console.table(rows)
  }
  const all = [...scores.values()]
  expect(rows.length).toBeGreaterThanOrEqual(12)
  expect(lists.length).toBeGreaterThanOrEqual(60)
  expect(all.flatMap(({ wrong }) => wrong)).toEqual([])
  expect(all.flatMap(({ rows: other }) => other)).toEqual([])
  for (const [dialect, { lines, found, missed }] of scores) {
    expect(found / lines, `${dialect}\n${missed.join('\n')}`).toBeGreaterThanOrEqual(LOWEST_SHARE_FOUND)
  }
})

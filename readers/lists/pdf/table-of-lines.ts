import type { Table } from '../lines.ts'
import { isPositionTitle } from '../recognise-columns.ts'
import { findTitles, sameTitles, type Titles } from './find-titles.ts'
import { rowsOfSection, type ItemRow, type PlacedRow, type Zones } from './rows-of-section.ts'
import { textOf, type TextLine } from './text-lines.ts'
import { fitsZone, zoneOf, zonesOf } from './zones.ts'

/** Titles that begin as far from the left, in points, have the same columns. */
const SAME_PLACE = 3
/** A label below the items is a column when this share of them has it. */
const LABEL_SHARE = 0.3
const MAX_LABELS = 8
/** A column that this share of the items fills is one that every item has. */
const ALWAYS = 0.8
/** Minimum of items for this rule. */
const ENOUGH_ITEMS = 4

/**
 * The rows of a document: with titles, its items below them, one row each, and everything else as rows aside, in page order. The
 * titles are the first row. Without titles, aligned texts are columns.
 */
export function tableOfLines(lines: readonly TextLine[]): Table {
  const [main, ...others] = findTitles(lines)
  if (!main) return tableWithoutTitles(lines)
  const all = [main, ...others].filter((titles) => sameTitles(titles, main))
  const rows: PlacedRow[] = []
  const aside = (some: readonly TextLine[]) => rows.push(...some.map((line): PlacedRow => ({ kind: 'aside', text: textOf(line) })))

  aside(lines.slice(0, main.first))
  const sections = all.map((titles, index) => sectionOf(lines, titles, all[index + 1]))
  for (const section of sections) {
    rows.push(...rowsOfSection(section.items, zonesFor(section, sections)))
    aside(section.headOfNext)
  }
  return asTable(main, rows, all.length - 1)
}

/** The lines below titles; `headOfNext` are those above the next titles on their page. */
type Section = { titles: Titles; items: readonly TextLine[]; headOfNext: readonly TextLine[] }

function sectionOf(lines: readonly TextLine[], titles: Titles, next: Titles | undefined): Section {
  const start = titles.first + titles.lines
  const end = next?.first ?? lines.length
  const below = lines.slice(start, end)
  const pageOfNext = next && lines[next.first]!.page // its own line
  const head = below.findIndex(({ page }) => page === pageOfNext && page !== lines[titles.first]!.page) // its own line
  return head < 0 ? { titles, items: below, headOfNext: [] } : { titles, items: below.slice(0, head), headOfNext: below.slice(head) }
}

/** The columns of a section, found in all sections with titles in the same positions. */
function zonesFor({ titles }: Section, sections: readonly Section[]): Zones {
  const peers = sections.filter((other) => Math.abs(other.titles.titles[0]!.left - titles.titles[0]!.left) <= SAME_PLACE) // titles have pieces
  const lines = peers.flatMap(({ items }) => items)
  if (titles.below.length === 0) return { zones: zonesOf(titles.titles, lines), below: [] }
  const starts = titles.below[0]!.left - 2
  const [first, second] = [lines.filter(({ pieces }) => pieces[0]!.left < starts), lines.filter(({ pieces }) => pieces[0]!.left >= starts)]
  const below = zonesOf(titles.below, second)
  return {
    zones: zonesOf(titles.titles, first),
    below: below.map((zone, index) => (index === 0 ? { ...zone, left: titles.below[0]!.left } : zone)),
  }
}

function asTable(main: Titles, rows: readonly PlacedRow[], repeated: number): Table {
  const items = rows.filter((row) => row.kind === 'item')
  const labels = commonLabels(items)
  const titles = [...main.titles, ...main.below].map(({ text }) => text)
  const table: string[][] = [[...titles, ...labels, '']]
  const aside = new Set<number>()
  const blank = table[0]!.map(() => '') // the titles
  const put = (text: string) => {
    aside.add(table.length)
    table.push(blank.with(blank.length - 1, text))
  }
  const always = titles.map(
    (_, column) => items.length >= ENOUGH_ITEMS && items.filter(({ cells }) => cells[column] !== '').length >= items.length * ALWAYS,
  )
  for (const row of rows) {
    if (row.kind === 'aside') put(row.text)
    else {
      if (lacks(row, titles, always)) aside.add(table.length)
      table.push([...row.cells, ...labels.map((label) => row.labelled.get(label) ?? ''), ''])
      for (const [label, value] of row.labelled) if (!labels.includes(label)) put(`${label}: ${value}`)
    }
  }
  return { rows: table, blank: 0, placed: { aside, titles: repeated } }
}

function commonLabels(items: readonly ItemRow[]): string[] {
  const counts = new Map<string, number>()
  for (const label of items.flatMap(({ labelled }) => [...labelled.keys()])) counts.set(label, (counts.get(label) ?? 0) + 1)
  return Array.from(counts, ([label, count]) => ({ label, count }))
    .filter(({ count }) => count >= Math.max(items.length * LABEL_SHARE, Math.min(2, items.length)))
    .slice(0, MAX_LABELS)
    .map(({ label }) => label)
}

/** Whether a row lacks its position, or two cells that the others have: then it is a sum or a footer. */
function lacks({ cells }: ItemRow, titles: readonly string[], always: readonly boolean[]): boolean {
  const missing = titles.filter((_, column) => always[column] && cells[column] === '')
  return missing.length > 1 || missing.some(isPositionTitle)
}

/** Aligned texts of most lines are columns; a document with few of them is a letter. */
function tableWithoutTitles(lines: readonly TextLine[]): Table {
  const counts = Map.groupBy(lines, ({ pieces }) => pieces.length)
  const [, like = []] =
    Array.from(counts)
      .filter(([count]) => count > 1)
      .toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  if (like.length * 2 < lines.length) return { rows: lines.map((line) => [textOf(line)]), blank: 0 }
  const zones = zonesOf(like[0]!.pieces, like) // half of the lines
  const rows = lines.map((line) => {
    const fits = line.pieces.every((piece) => fitsZone(piece, zones[zoneOf(piece, zones)]!)) // covers all
    const row = zones.map(() => '')
    if (!fits) return row.with(0, textOf(line))
    for (const piece of line.pieces) {
      const zone = zoneOf(piece, zones)
      row[zone] = row[zone] === '' ? piece.text : `${row[zone]} ${piece.text}`
    }
    return row
  })
  return { rows, blank: 0 }
}

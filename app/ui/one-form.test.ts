import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'rolldown/parseAst'
import { expect, test } from 'vitest'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const within = (node: Node): Node[] => [node, ...Object.values(node).flat().filter(isNode).flatMap(within)]

const files = globSync('app/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))

test('days and times are written in one form, which only a few files know', () => {
  const known = new Set(
    [
      // Months and days of a chart's axis, the time zone, the script in the head of a page, and the clock.
      'reports/sales-period.ts',
      'layout/print-marks.ts',
      'ui/days.ts',
    ].map((file) => `app/${file}`),
  )
  const found = files.flatMap(({ file, source }) =>
    /DateTimeFormat|toLocale(?:Date|Time)?String/.test(source) && !known.has(file) ? [file] : [],
  )

  expect(found).toEqual([])
})

/** The columns of tables, as objects with a title and a cell. */
const columns = files
  .filter(({ file, source }) => file.endsWith('.tsx') && source.includes('cell:'))
  .flatMap(({ file, source }) =>
    within(parseAst(source, { lang: 'tsx' }) as unknown as Node).flatMap((node) => {
      if (node.type !== 'ObjectExpression') return []
      const text = new Map(
        (node['properties'] as Node[]).flatMap((property) =>
          isNode(property['key']) && isNode(property['value'])
            ? [[String(property['key']['name']), source.slice(property['value'].start, property['value'].end)] as const]
            : [],
        ),
      )
      return text.has('title') && text.has('cell') ? [{ file, text }] : []
    }),
  )

test('a column of figures is aligned at its end', () => {
  const found = columns.flatMap(({ file, text }) => {
    const isFigure = /=> \(?(?:\w+ === null \? [\w.]+ : )?format(?:Amount|Count|Cents|Change|Money|UnitPrice|Rate)\(/.test(
      text.get('cell')!,
    )
    return isFigure && text.get('align') !== "'end'" ? [`${file}: ${text.get('title')}`] : []
  })

  expect(columns.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

test('amounts have one minus: none is put before them by hand', () => {
  const found = files.flatMap(({ file, source }) => (/[-−]\$\{format[A-Z]|< 0 \? ['`][-−]/.test(source) ? [file] : []))

  expect(found).toEqual([])
})

test('a name stands before the email of its person', () => {
  const found = [...new Set(columns.map(({ file }) => file))].filter((file) => {
    const titles = columns.flatMap((column) => (column.file === file ? [column.text.get('title')!] : []))
    const [name, email] = ['words.columns.name', 'words.columns.email'].map((title) => titles.indexOf(title))
    return name! >= 0 && email! >= 0 && email! < name!
  })

  expect(found).toEqual([])
})

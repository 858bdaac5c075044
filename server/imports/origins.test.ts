import { expect, test } from 'vitest'
import { readCells } from './read-cells.ts'

const read = (origin: string) => readCells({ origin }, { categories: [], attributes: [] }, {})

test.each([
  ['China', 'CN'],
  ['USA', 'US'],
  ['taiwan', 'TW'],
  ['Südkorea', 'KR'],
  ['deu', 'DE'],
])('an import takes %s for %s', (written, origin) => {
  expect(read(written)).toEqual({ fields: { origin }, problems: [] })
})

test('an import asks for the origin that two countries could be', () => {
  expect(read('Congo').problems).toEqual([{ field: 'origin', problem: 'origin' }])
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TableRow } from './table-row.tsx'

const place = { index: 0, to: undefined, rowIndex: undefined, isGrouped: false, hasBoxes: false, selectName: undefined, isSelected: false }
const drawn = (row: string) =>
  renderToStaticMarkup(
    createElement(TableRow<string>, { ...place, row, columns: [{ title: 'Number', cell: (text) => text }], onSelect: () => undefined }),
  )

test('an empty text leaves its cell empty, so that a card leaves it out with its label', () => {
  expect(drawn('1200')).toContain('<div><span>1200</span></div>')
  expect(drawn('')).toContain('<div></div>')
})

import { expect, test } from 'vitest'
import type { ImportCells } from '#contract/parts/imports.ts'
import { endIfItHangs } from '#tests/support/load/end-if-it-hangs.ts'
import { picturesOf, withPictures } from './picture-cells.ts'

const cells = {
  name: 'Board',
  img: ' front.png ',
  pictures: 'back.png The back.png side\n https://example.com/a.webp\n/images/1.webp Label',
}

test('all pictures of a row are found, at the beginnings of lines', () => {
  expect(picturesOf(cells)).toEqual(['front.png', 'back.png', 'https://example.com/a.webp', '/images/1.webp'])
  expect(picturesOf({ name: 'Board', pictures: '-' })).toEqual([])
})

test('they get their addresses in the shop, and keep their texts', () => {
  const known = new Map([
    ['front.png', '/images/f.webp'],
    ['back.png', '/images/b.webp'],
  ])
  expect(withPictures(cells, (img) => known.get(img))).toEqual({
    name: 'Board',
    img: '/images/f.webp',
    pictures: '/images/b.webp The back.png side\n https://example.com/a.webp\n/images/1.webp Label',
  })
})

test.each<[ImportCells, ImportCells]>([
  [{ img: 'https://example.com/a.jpg, https://example.com/b' }, { img: 'https://example.com/a.jpg', pictures: 'https://example.com/b' }],
  [
    { img: 'a.jpg|b.png', pictures: 'c.png Side' },
    { img: 'a.jpg', pictures: 'b.png\nc.png Side' },
  ],
  [
    { img: 'a.jpg', pictures: '/b/c.jpg,/b/d.jpg' },
    { img: 'a.jpg', pictures: '/b/c.jpg\n/b/d.jpg' },
  ],
  [{ img: 'https://example.com/w_10,h_20/a.jpg' }, { img: 'https://example.com/w_10,h_20/a.jpg' }],
  [{ img: 'front, left.png' }, { img: 'front, left.png' }],
])('pictures of other shops in one cell, as in %j, become one each', (row, each) => {
  expect(withPictures(row, () => undefined)).toEqual(each)
})

test('300 kB of blank lines are answered', () => {
  expect(endIfItHangs(() => picturesOf({ pictures: '\n'.repeat(300_000) }))).toEqual([])
})

import { expect, test } from 'vitest'
import { inPacks, packsOf, wholePacks } from './packs.ts'

const boxes = { packName: 'box', packPieces: 400 }

test.each([
  ['pieces between two packs are rounded up', 1_100, boxes, 1_200],
  ['whole packs stay', 1_200, boxes, undefined],
  ['packs below the minimum order are left out', 500, { ...boxes, minimumOrder: 1_000 }, 1_200],
  ['packs between the steps are left out', 1_100, { ...boxes, minimumOrder: 1_000, orderStep: 500 }, 2_000],
  ['more than is in stock is not offered', 9_900, boxes, undefined],
  ['steps that no packs meet end the search', 1_100, { packPieces: 2, minimumOrder: 1_001, orderStep: 2 }, undefined],
  ['a part without packs has none', 1_100, {}, undefined],
  ['no pieces have no packs', 0, boxes, undefined],
])('%s', (_, pieces, part, more) => {
  expect(wholePacks(pieces, part, 9_999)).toBe(more)
})

test.each([
  [1_200, boxes, '3 boxes'],
  [400, boxes, '1 box'],
  [900, boxes, '2 boxes and 100 pieces'],
  [401, boxes, '1 box and 1 piece'],
  [5_000_000, { packName: 'reel', packPieces: 5_000 }, '1,000 reels'],
  [800, { packPieces: 400 }, '2 packs'],
  [399, boxes, undefined],
  [400, {}, undefined],
])('%d pieces are told in packs', (pieces, pack, text) => {
  expect(inPacks(pieces, pack)).toBe(text)
})

test('packs are named with their pieces', () => {
  expect(packsOf(boxes)).toBe('Boxes of 400')
})

import { expect, test } from 'vitest'
import { facetGroups, toggled } from './facet-links.ts'

const categories = [
  ['boards', 0],
  ['main-boards', 1],
  ['main-boards-4k', 2],
  ['power-boards', 1],
  ['cables', 0],
] as const
const [group] = facetGroups({
  categories: categories.map(([key, level]) => ({ key, level, name: key, count: 1, chosen: false })),
  attributes: [],
})
const choose = (chosen: string, value: string) =>
  toggled(
    chosen,
    group!.choices.find((one) => one.value === value)!,
  )

test('a category narrows the one above it, and the one above means all that are below', () => {
  expect(choose('boards', 'main-boards-4k')).toBe('main-boards-4k')
  expect(choose('main-boards-4k;power-boards', 'boards')).toBe('boards')
})

test('categories beside each other are chosen together, and a second press takes one away', () => {
  expect(choose('main-boards', 'power-boards')).toBe('main-boards;power-boards')
  expect(choose('main-boards-4k', 'cables')).toBe('main-boards-4k;cables')
  expect(choose('main-boards;power-boards', 'main-boards')).toBe('power-boards')
})

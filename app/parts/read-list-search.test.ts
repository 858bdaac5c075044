import { expect, test } from 'vitest'
import { listQuery, readListSearch } from './read-list-search.ts'

const queryOf = (query: string) => Object.fromEntries(new URLSearchParams(listQuery(readListSearch(new URLSearchParams(query)))))

test('choices that a form sends one by one, and those of a link in one value, are the same search', () => {
  const wanted = { category: 'boards;displays', has: 'panel-size:43;panel-size:65' }

  expect(queryOf('has=panel-size:65&category=displays&has=panel-size:43&category=boards')).toEqual(wanted)
  expect(queryOf('has=panel-size:43;panel-size:65&category=displays;boards;boards')).toEqual(wanted)
})

test('what is no key of a category is ignored', () => {
  expect(queryOf("category=boards;Boards' or 1&category=")).toEqual({ category: 'boards' })
})

import { createElement, type ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ListScreen } from '#app/ui/list-screen.tsx'

const READ = { error: null, isFetching: false, isPlaceholderData: false, refetch: () => undefined }
const words = { pages: 'Pages of boards', none: 'No boards yet.', noneFound: 'No boards match.', showAll: 'Show all boards' }

/** The screen of a list of names, as the server draws it. */
function drawn(list: Partial<ComponentProps<typeof ListScreen<string>>>, address = '/boards'): string {
  const screen = createElement(ListScreen<string>, {
    list: READ,
    rows: [],
    rowKey: (name) => name,
    words,
    title: 'Boards',
    columns: [{ title: 'Name', card: 'name', cell: (name) => name }],
    ...list,
  })
  return renderToStaticMarkup(createElement(MemoryRouter, { initialEntries: [address] }, screen))
}

test('an empty list says so, and one that its address limits leads to the whole list', () => {
  expect(drawn({})).toContain('No boards yet.')

  const found = drawn({ isFiltered: true }, '/boards?q=lamp')

  expect(found).toContain('No boards match.')
  expect(found).toMatch(/<a[^>]*href="\/boards"[^>]*>Show all boards/)
})

test('a list has a pager where its rows take more than one page, and the pages keep what is looked for', () => {
  const paged = drawn({ rows: ['Main', 'T-Con'], paging: { count: 4 }, size: 2 }, '/boards?q=board&page=1')

  expect(paged).toContain('aria-label="Pages of boards"')
  expect(paged).toContain('href="/boards?q=board"')
  expect(paged).toContain('aria-current="page"')
  expect(drawn({ rows: ['Main', 'T-Con'], paging: { count: 2 }, size: 2 })).not.toContain('Pages of boards')
})

test('rows that are read stay under the message that the next ones could not be read', () => {
  const list = { ...READ, error: new Error('out of reach') }

  expect(drawn({ list, rows: ['Main'] })).toMatch(/Try again[\s\S]*Main/)
  expect(drawn({ list, rows: undefined })).toContain('Try again')
})

test('a row opens beside its list by its key in the address', () => {
  const renderSheet: ComponentProps<typeof ListScreen<string>>['renderSheet'] = ({ id, row }) => `${id}: ${row ?? 'not on this page'}`

  expect(drawn({ rows: ['Main'], renderSheet })).toContain('href="/boards?open=Main"')
  expect(drawn({ rows: ['Main'], renderSheet }, '/boards?open=Main')).toContain('Main: Main')
  expect(drawn({ rows: ['Main'], renderSheet }, '/boards?open=Lamp')).toContain('Lamp: not on this page')
})

test('the boxes of a list are there as soon as one of its rows can be selected', () => {
  const select = { nameOf: (name: string) => name, isSelectable: (name: string) => name === 'Main', renderActions: () => 'Ship' }

  expect(drawn({ rows: ['Main', 'T-Con'], select }).match(/type="checkbox"/g)).toHaveLength(2) // all, and the one
  expect(drawn({ rows: ['T-Con'], select })).not.toContain('type="checkbox"')
})

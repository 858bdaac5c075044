import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import PartsList from '#app/parts/parts-list.tsx'

test('a parts list without parts keeps its loading sentence, and says below it that the shop is empty', () => {
  const Stub = createRoutesStub([{ id: 'list', path: '/inventory', Component: PartsList, HydrateFallback: () => null }])
  const loaderData = { list: { count: 0, pages: 0, page: 0, parts: [] } }

  const html = renderToString(createElement(Stub, { initialEntries: ['/inventory'], hydrationData: { loaderData } }))

  const sentence = html.indexOf('Please Wait! Product Is Loading......')
  expect(sentence).toBeGreaterThan(0)
  expect(html.indexOf('There are no parts in the shop yet.')).toBeGreaterThan(sentence)
  expect(html).not.toContain('Showing')
})

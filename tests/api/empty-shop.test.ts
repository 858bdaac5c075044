import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub, RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import PartsList, { loader } from '#app/parts/parts-list.tsx'
import { publicDataContext, type PublicData } from '#app/api/public-data.ts'

const emptyShop = {
  shopName: 'Teleforge',
  shop: {},
  shopUrl: 'https://parts.example.com',
  countParts: async () => 0,
  partsPage: async () => [],
  countFacets: async () => ({ categories: [], attributes: [] }),
} as unknown as PublicData

test('a parts list without parts keeps its loading sentence, and says below it that the shop is empty', async () => {
  const Stub = createRoutesStub([{ id: 'list', path: '/inventory', Component: PartsList, HydrateFallback: () => null }])
  const context = new RouterContextProvider(new Map([[publicDataContext, emptyShop]]))
  const request = new Request('https://parts.example.com/inventory')
  const loaderData = { list: await loader({ request, context } as unknown as LoaderFunctionArgs) }

  const html = renderToString(createElement(Stub, { initialEntries: ['/inventory'], hydrationData: { loaderData } }))

  const sentence = html.indexOf('Please Wait! Product Is Loading......')
  expect(sentence).toBeGreaterThan(0)
  expect(html.indexOf('There are no parts in the shop yet.')).toBeGreaterThan(sentence)
  expect(html).not.toContain('Showing')
})

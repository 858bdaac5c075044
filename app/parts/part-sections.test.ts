import { expect, test } from 'vitest'
import { actsAsAdmin, type Permission } from '#contract/people/permissions.ts'
import type { NamedCall } from '#app/identity/may.tsx'
import { partSections } from './part-sections.ts'

const as = (permissions: Permission[]) => (call: NamedCall) => actsAsAdmin({ role: '', permissions }, call)

test('a part has the sections that a person may use, of one that is not sold neither its price nor what buyers look at', () => {
  const all = as(['parts', 'prices', 'orders'])

  expect(partSections(all, true)).toEqual(['name', 'price', 'stock', 'facts', 'pictures', 'documents', 'related', 'history'])
  expect(partSections(all, false)).toEqual(['name', 'stock', 'facts', 'history'])
  expect(partSections(as(['prices']), true)).not.toContain('pictures')
  expect(partSections(as(['prices']), true)).toContain('price')
  expect(partSections(as([]), true)).toEqual(['history'])
})

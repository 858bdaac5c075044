import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The opening tag of an element of a table that names its role. */
const NAMED_ROLE = /<(?:table|thead|tbody|tfoot|tr|th|td)\b(?:[^<>]|=>)*\srole=/g

test('no element of a table names its role, which HTML allows for none of them in a table', () => {
  const found = globSync('app/**/*.tsx').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(NAMED_ROLE), ([tag]) => `${file}: ${tag}`),
  )

  expect(found).toEqual([])
})

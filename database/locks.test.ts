import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const inTheShop = globSync('{app,contract,database,readers,scripts,server}/**/*.{ts,sql}').filter(
  (file) => !/\.(?:test|proof)\.ts$/.test(file),
)

test('every advisory lock of the shop and of its database is taken by the functions that name the keys', () => {
  const files = inTheShop.filter((file) => /advisory_(?:xact_)?(?:lock|unlock)/.test(readFileSync(file, 'utf8')))

  expect(inTheShop.length).toBeGreaterThan(1_000)
  expect(files).toEqual(['database/locks.ts'])
})

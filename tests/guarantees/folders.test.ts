import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

/** Folders of `server/` that import each other, and why. At most ten. All other imports go one way: see the layers in docs/architecture.md. */
const BOTH_WAYS: Record<string, string> = {
  'identity orders':
    'an order asks whether its caller is still signed in; who proves a mailbox ends the purchases of whoever opened the account before',
  'orders payments': 'changing an order ends its card payment; a payment marks the orders of its bill as paid',
  'orders taxes': 'an order is taxed when it is placed; an answer about a VAT id changes the tax of unpaid orders',
}

/** 'orders payments' where a file below `server/orders` imports one below `server/payments`. */
function importsBetweenFolders(): Set<string> {
  const found = new Set<string>()
  for (const file of globSync('server/*/**/*.{ts,tsx}')) {
    if (/\.(?:test|proof)\.tsx?$/.test(file)) continue
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*'((?:\.|#server\/)[^']*)'/g)) {
      const target = path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path)
      const [from, to] = [file.split('/')[1], /^server\/([^/]+)\//.exec(target)?.[1]]
      if (to !== undefined && from !== to) found.add(`${from} ${to}`)
    }
  }
  return found
}

test('folders of the server import each other only where it is said why, ten pairs at most', () => {
  const imports = importsBetweenFolders()

  const pairs = [...imports].filter((pair) => {
    const [from = '', to = ''] = pair.split(' ')
    return from < to && imports.has(`${to} ${from}`)
  })

  expect(imports.size).toBeGreaterThan(100)
  expect(pairs.toSorted()).toEqual(Object.keys(BOTH_WAYS))
  expect(pairs.length).toBeLessThanOrEqual(10)
})

test('imports between folders of the server go down the layers of docs/architecture.md', () => {
  const rows = /\| layer \| folders \|\n(.*?)\n\n/s.exec(readFileSync('docs/architecture.md', 'utf8'))![1]!.split('\n')
  const layerOf = (folder: string) => rows.findIndex((row) => row.includes(`\`${folder}\``))
  const imports = [...importsBetweenFolders()].map((one) => one.split(' ') as [string, string])

  const unknown = imports.flat().filter((folder) => layerOf(folder) < 0)
  const upwards = imports.filter(([from, to]) => layerOf(from) > layerOf(to)).map(([from, to]) => `${from} ${to}`)

  expect(unknown).toEqual([])
  expect(upwards.filter((one) => !(one in BOTH_WAYS))).toEqual([])
})

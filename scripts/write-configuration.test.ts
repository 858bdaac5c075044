import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings } from '#server/platform/settings/settings.ts'
import { configurationPage } from './write-configuration.ts'

/** The variables in the first cell of each row. */
const described = Array.from(configurationPage().matchAll(/^\| (`.+?) \|/gm), ([, names]) => names!.replaceAll('`', '').split(', ')).flat()

test('docs/configuration.md is what npm run write-configuration writes', () => {
  expect(readFileSync('docs/configuration.md', 'utf8')).toBe(configurationPage())
})

test('every variable that the shop reads is described, once', () => {
  const read = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void read.add(String(name)) })

  readSettings(env)

  const names = [...read].filter((name) => !name.endsWith('_FILE'))
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name) => !described.includes(name))).toEqual([])
  expect(new Set(described).size).toBe(described.length)
})

test('every variable that is described is read', () => {
  const settings = globSync('server/platform/settings/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
  const code = settings.map((file) => readFileSync(file, 'utf8')).join('\n')

  expect(described.filter((name) => !code.includes(`'${name}'`) && !code.includes(`${name}:`))).toEqual([])
})

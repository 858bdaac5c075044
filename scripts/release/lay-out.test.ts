import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { manifestOfRelease } from './lay-out.ts'

test('a release has each command of the shop that a checkout has, and its start builds nothing', () => {
  const names = new Set(readdirSync('server/run/commands').map((file) => file.replace(/\.ts$/, '')))
  const commands = Object.keys(packageJson.scripts).filter((name) => names.has(name))
  const { scripts } = manifestOfRelease()

  expect(commands).toContain('base-copy')
  expect(Object.keys(scripts)).toEqual(['prestart', 'start', ...commands])
  expect(scripts.prestart).not.toContain('build')
})

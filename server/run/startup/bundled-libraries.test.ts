import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Imports the whole server as a start does, and prints the number of files read from each package. */
const COUNT = `
  import { registerHooks } from 'node:module'
  import { useBundledLibraries } from '#server/run/startup/bundled-libraries.ts'
  useBundledLibraries()
  const files = {}
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
      if (name) files[name] = (files[name] ?? 0) + 1
      return next(url, context)
    },
  })
  await import('#server/run/startup/serve-shop.ts')
  console.log(JSON.stringify(files))
`

test('a start reads the large libraries only from their bundles, and none for traces', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', COUNT])
  const files = JSON.parse(stdout) as Record<string, number>

  expect(Object.keys(files)).toContain('fastify')
  // better-auth asks for the interface alone.
  expect(Object.keys(files).filter((name) => name.startsWith('@opentelemetry/'))).toEqual(['@opentelemetry/api'])
  expect(Object.keys(files).filter((name) => /^(typebox|drizzle-orm|kysely|zod|(@?better-auth(\/.+)?))$/.test(name))).toEqual([])
})

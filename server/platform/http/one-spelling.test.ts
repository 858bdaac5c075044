import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Call } from '#contract/basics/call.ts'
import { exampleOf } from './example-of.ts'
import { compileLargeValidator, compileValidator } from './validation.ts'

const CONTRACT = new URL('../../../contract/', import.meta.url)
const ID = 'ABCDEF00-1111-4222-8333-ABCDEFABCDEF'

/** Every call of the contract. */
async function everyCall(): Promise<Call[]> {
  const files = (await readdir(CONTRACT, { recursive: true })).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map(async (file) => (await import(new URL(file, CONTRACT).href)) as Record<string, unknown>))
  return modules
    .flatMap((exported) => Object.entries(exported).filter(([name]) => name.endsWith('Calls')))
    .flatMap(([, group]) => Object.values(group as Record<string, Call>))
}

/** A request with every field of a schema, each id of which is in capitals; undefined where it has none. */
function inCapitals(schema: object): Record<string, unknown> | undefined {
  const example = JSON.stringify(exampleOf(schema, { all: true }))
  const written = example.replaceAll(String(exampleOf({ format: 'uuid', type: 'string' })), ID)
  return written === example ? undefined : (JSON.parse(written) as Record<string, unknown>)
}

test('an id in capitals is the same id, in every body and address of every call', async () => {
  const calls = await everyCall()
  let seen = 0
  for (const { method, path, body, params, query } of calls) {
    for (const [httpPart, schema] of Object.entries({ body, params, querystring: query })) {
      const sent = schema && inCapitals(schema)
      if (!sent) continue
      for (const compile of [compileValidator, compileLargeValidator]) {
        const taken = structuredClone(sent)
        expect(compile({ method, url: path, schema, httpPart })(taken), path).toBe(true)
        expect(JSON.stringify(taken), path).not.toContain(ID)
      }
      seen += 1
    }
  }
  expect(calls.length).toBeGreaterThan(100)
  expect(seen).toBeGreaterThan(50)
})

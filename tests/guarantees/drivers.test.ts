import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('{app,contract,database,readers,scripts,server}/**/*.{ts,tsx}').filter(
  (file) => !/\.(?:test|proof)\.tsx?$/.test(file),
)

/** What the next release of the driver or of the query builder may change without a word. */
const INSIDES: [what: string, pattern: RegExp][] = [
  ['replaces a method', /\b(?:pool|client|db|driver|connection|tx)\w*\.(?:connect|end|query|release|transaction|execute|emit) = /i],
  ['extends a class of theirs', /\bclass\b.*\bextends (?:pg\.|Pg|NodePg)/],
  ['goes before their own listeners', /(?:connection|client)\.prependListener\(/],
  ['reads a private field', /\b(?:pool|client|db|driver|connection|tx)\w*\.(?:_\w*|session|dialect)\b/i],
]

/** Of the language, the browser and Node. What a module shares under a symbol of its own is none of theirs. */
const REPLACES_A_GLOBAL =
  /\b(?:globalThis|window|global|self)(?:\.\w+|\[['"]\w+['"]\]) = |\b(?:assign|defineProperty)\((?:globalThis|window|global)\b|\b[A-Z]\w+\.prototype\.\w+ = /

test('nothing of the shop replaces a global', () => {
  const replaced = files.filter((file) => REPLACES_A_GLOBAL.test(readFileSync(file, 'utf8')))

  expect(replaced).toEqual([])
})

test.each(INSIDES)('nothing of the shop %s of the database driver or the query builder', (_what, pattern) => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([])
})

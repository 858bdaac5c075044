import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** Code that runs over what strangers write. */
const FOLDERS = ['readers', 'contract']
/** Any sign, any number of times, up to something: each beginning is looked at to the end of the text. */
const UP_TO_SOMETHING = /\[\^\][*+]\?|\[\\s\\S\][*+]\?|\[\\S\\s\][*+]\?|\[\\d\\D\][*+]\?|\[\\w\\W\][*+]\?/

type Expression = { source: string; flags: string }

/** The expressions that are written in the code. */
function writtenExpressions(): Expression[] {
  const found: Expression[] = []
  for (const folder of FOLDERS) {
    for (const file of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
      collect(parseAst(readFileSync(join(ROOT, folder, file), 'utf8'), { lang: 'ts' }), found)
    }
  }
  return found
}

function collect(node: unknown, found: Expression[]): void {
  if (typeof node !== 'object' || node === null) return
  if ('regex' in node) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string }
    found.push({ source: pattern, flags })
  }
  for (const each of Object.values(node)) collect(each, found)
}

/** The ones that it builds from texts. */
function builtExpressions(): Expression[] {
  const printed = execFileSync(process.execPath, [join(import.meta.dirname, 'record-expressions.ts'), ...FOLDERS], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  return (JSON.parse(printed) as [string, string][]).map(([source, flags]) => ({ source, flags }))
}

/** Whether a text exists for which the time doubles with each further character, or whether a lazy star goes over anything. */
const isDangerous = ({ source, flags }: Expression) =>
  UP_TO_SOMETHING.test(source) ||
  (flags.includes('s') && /(?<!\\)\.[*+]\?/.test(source)) ||
  analyse({ source, flags }).reports.some(({ exponential, type }) => exponential || type === 'Self')

test.each([
  ['(a+)+b', true],
  ['(?:[^<]+|<(?!x))*y', true],
  ['(?:\\d+[,.]?)*x', true],
  ['<(style)>[^]*?<\\/\\1>', true],
  ['(?:[^<]|<(?!x))*y', false],
  ['\\d{1,3}(?:[.,]\\d{3})*', false],
])('the expression %s is dangerous: %s', (source, dangerous) => {
  expect(isDangerous({ source, flags: '' })).toBe(dangerous)
})

test('no expression over what strangers write has a star in a star that share signs, or a lazy star over anything', () => {
  const expressions = [...writtenExpressions(), ...builtExpressions()]
  const dangerous = expressions.filter(isDangerous).map(({ source, flags }) => `/${source}/${flags}`)

  expect(expressions.length).toBeGreaterThan(100)
  expect(dangerous).toEqual([])
})

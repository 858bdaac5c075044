import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDERS = '{.github,app,bench,catalogue,clients,contract,database,deploy,docs,public,readers,scripts,server,tests}'
const existing = globSync([`${FOLDERS}/**/*`, '*.*'], { exclude: ['**/node_modules/**'] })
const paths = new Set(existing)
const ends = new Set(existing.flatMap((path) => path.split('/').map((_, index, parts) => parts.slice(index).join('/'))))

/** Migrations are never changed, and a replaced decision tells what was. Both may name what has moved since. */
const isHistory = (path: string, text: string) =>
  path.startsWith('database/migrations/') || /^Replaced by \[/m.test(text) || path === 'CHANGELOG.md'
const pages = existing
  .filter((path) => /\.(?:tsx?|mjs|sql|css|md|yml)$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ path, text }) => !isHistory(path, text))

const isProse = (path: string, line: string) => path.endsWith('.md') || /^\s*(?:\*|\/\*|\/\/|--|#)|\s\/\/ /.test(line)

/** Files of the shop, such as `lock-buyer.ts` and `server/trust/lock-buyer.ts`; NAME in capitals stands for any. */
const FILE = /(?<![\w./@*#-])(?:[\w.-]+\/)*[\w-]+(?:\.(?:test|proof|deep|journey|measure))?\.(?:tsx?|mjs|sql|css)\b(?![\w*/])/g
const isPlaceholder = (name: string) => /(?:^|\/)[A-Z]+(?:\.|\/)/.test(name)

test('every file that a comment or a page names exists', () => {
  const missing = pages.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      isProse(path, line)
        ? Array.from(line.matchAll(FILE), ([name]) => name)
            .filter((name) => !ends.has(name) && !isPlaceholder(name))
            .map((name) => `${path}:${index + 1} names ${name}`)
        : [],
    ),
  )

  expect(pages.length).toBeGreaterThan(1_500)
  expect(missing).toEqual([])
})

test('every link from a page to another leads somewhere', () => {
  const missing = pages
    .filter(({ path }) => basename(path).endsWith('.md'))
    .flatMap(({ path, text }) =>
      Array.from(text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g), ([, target = '']) => target)
        .filter((target) => !paths.has(join(dirname(path), target).replace(/\/$/, '')))
        .map((target) => `${path} links to ${target}`),
    )

  expect(missing).toEqual([])
})

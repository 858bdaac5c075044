import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { committedState, git, noteGreen } from './green-commit.ts'
import { refusalsOf, refusalsOfChangelog } from './refusals.ts'

describe('a checkout', () => {
  let root = ''
  const write = (file: string, text: string) => writeFile(join(root, file), text)
  const commit = () => {
    git(root, 'add', '-A')
    git(root, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '-m', 'A change')
  }
  const refusals = () => refusalsOf(root, ['server'])

  /** A checkout that may be released. */
  beforeEach(async () => {
    standAlone()
    root = await mkdtemp(join(tmpdir(), 'teleforge-refusals-'))
    git(root, 'init')
    await mkdir(join(root, 'server'))
    await write('server/main.ts', '')
    await write('.gitignore', '*.log\n')
    await write('package.json', '{ "version": "1.2.0" }')
    await write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 1.2.0, 1 May 2027\n\n- Parts are cheaper.\n')
    commit()
    noteGreen(root, committedState(root)!)
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  test('a committed version whose tests have passed may be released, once', () => {
    expect(refusals()).toEqual([])

    git(root, 'tag', 'v1.2.0')

    expect(refusals()).toEqual(['Version 1.2.0 is released already, as tag v1.2.0: set the next one in package.json.'])
  })

  test('changes that are not committed keep a version from being released, and no tests of them count', async () => {
    await write('server/main.ts', 'changed')

    expect(refusals()).toEqual(['There are changes that are not committed: commit them or put them aside.'])
    expect(committedState(root)).toBeUndefined()
  })

  test('a file that git ignores does not get into a release', async () => {
    await write('server/of-this-machine.log', '')
    await write('beside.log', '')

    expect(refusals()).toEqual(['Files that git ignores would become part of the release: remove server/of-this-machine.log.'])
  })

  test('a commit whose tests have not passed, and that the changelog does not name, is not released', async () => {
    await write('CHANGELOG.md', '# Changelog\n')
    commit()

    expect(refusals()).toEqual([
      expect.stringMatching(/^The tests have not passed for commit [0-9a-f]{8} in this clone: run npm test\.$/),
      'CHANGELOG.md says nothing of version 1.2.0: write its section.',
    ])
  })
})

test.each([
  ['with its section', '## Unreleased\n\n## 1.2.0, 1 May 2027\n\n- Cheaper.\n\n## 1.1.0\n\n- Older.\n', []],
  ['without it', '## Unreleased\n\n## 1.1.0\n\n- Older.\n', ['CHANGELOG.md says nothing of version 1.2.0: write its section.']],
  ['with an empty one', '## 1.2.0\n\n## 1.1.0\n\n- Older.\n', ['CHANGELOG.md says nothing of version 1.2.0: write its section.']],
  [
    'with lines left over',
    '## Unreleased\n\n- New.\n\n## 1.2.0\n\n- Cheaper.\n',
    ['CHANGELOG.md has lines under Unreleased: move them to version 1.2.0.'],
  ],
])('the changelog is read before a release: %s', (_, changelog, refused) => {
  expect(refusalsOfChangelog(`# Changelog\n\n${changelog}`, '1.2.0')).toEqual(refused)
})

/** Git tells its hooks, and what `git rebase -x` runs, by variables in which repository it works; and a developer may sign commits. */
function standAlone(): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined)
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null')
}

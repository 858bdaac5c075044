import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { git, greenCommit } from './green-commit.ts'

/** Why the checkout at `root` may not be released, a sentence for each reason. `parts` are the files and folders of a release. */
export function refusalsOf(root: string, parts: string[]): string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const commit = git(root, 'rev-parse', 'HEAD')
  const strange = git(root, 'status', '--porcelain', '--ignored', '--', ...parts).match(/(?<=^!! ).*/gm) ?? []
  const reasons: [boolean, string][] = [
    [git(root, 'status', '--porcelain') !== '', 'There are changes that are not committed: commit them or put them aside.'],
    [strange.length > 0, `Files that git ignores would become part of the release: remove ${strange.join(', ')}.`],
    [greenCommit(root) !== commit, `The tests have not passed for commit ${commit.slice(0, 8)} in this clone: run npm test.`],
    [
      git(root, 'tag', '--list', `v${version}`) !== '',
      `Version ${version} is released already, as tag v${version}: set the next one in package.json.`,
    ],
  ]
  return [...sentencesOf(reasons), ...refusalsOfChangelog(read('CHANGELOG.md'), version)]
}

/** Why `version` may not be released with this text of CHANGELOG.md. */
export function refusalsOfChangelog(changelog: string, version: string): string[] {
  const sections = sectionsOf(changelog)
  return sentencesOf([
    [!sections.get(version), `CHANGELOG.md says nothing of version ${version}: write its section.`],
    [Boolean(sections.get('Unreleased')), `CHANGELOG.md has lines under Unreleased: move them to version ${version}.`],
  ])
}

const sentencesOf = (reasons: [boolean, string][]): string[] => reasons.filter(([holds]) => holds).map(([, sentence]) => sentence)

/** The text below each second heading of the changelog, by its first word: a version, or Unreleased. */
const sectionsOf = (changelog: string): Map<string, string> =>
  new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((section) => [/^[\w.-]*\w/.exec(section)?.[0] ?? '', section.split('\n').slice(1).join('\n').trim()]),
  )

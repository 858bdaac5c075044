import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The output of git in the checkout at `root`. */
export const git = (root: string, ...words: string[]): string =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Has the last commit of this clone whose tests have passed. */
const fileOf = (root: string) => resolve(root, git(root, 'rev-parse', '--git-common-dir'), 'tests-passed')

/** The commit of a checkout without other changes; undefined with changes, or where there is no git. */
export function committedState(root: string): string | undefined {
  try {
    return git(root, 'status', '--porcelain') === '' ? git(root, 'rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}

/** Notes that all tests have passed for a commit. */
export const noteGreen = (root: string, commit: string): void => writeFileSync(fileOf(root), `${commit}\n`)

/** The commit that was noted last. */
export function greenCommit(root: string): string | undefined {
  const file = fileOf(root)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

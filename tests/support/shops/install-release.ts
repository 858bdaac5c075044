import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

const run = (cwd: string, program: string, ...words: string[]): void => {
  execFileSync(program, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * Makes a release in the new folder `name` of `room`, installed and ready to start.
 * @param source an archive (`.tar.gz`), a commit or tag, or 'the working tree'
 */
export async function installRelease(room: string, name: string, source: string): Promise<string> {
  const folder = join(room, name)
  if (source.endsWith('.tar.gz')) {
    await mkdir(folder)
    run(folder, 'tar', '-xzf', source, '--strip-components=1')
  } else if (source === 'the working tree') {
    run(ROOT, process.execPath, 'scripts/release/lay-out.ts', folder)
  } else {
    layOutCommit(source, join(room, `${name}-checkout`), folder)
  }
  run(folder, 'npm', 'ci', '--omit=dev', '--prefer-offline', '--loglevel=error')
  return folder
}

/** A checkout of a commit is only needed until its release is laid out. */
function layOutCommit(commit: string, checkout: string, folder: string): void {
  run(ROOT, 'git', 'worktree', 'add', '--quiet', '--detach', checkout, commit)
  try {
    const lockOf = (tree: string) => readFileSync(join(tree, 'package-lock.json'), 'utf8')
    if (lockOf(checkout) === lockOf(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
    else run(checkout, 'npm', 'ci', '--prefer-offline', '--loglevel=error')
    run(checkout, process.execPath, 'scripts/release/lay-out.ts', folder)
  } finally {
    run(ROOT, 'git', 'worktree', 'remove', '--force', checkout)
  }
}

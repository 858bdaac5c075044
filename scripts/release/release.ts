import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { git } from './green-commit.ts'
import { layOut, PARTS } from './lay-out.ts'
import { refusalsOf } from './refusals.ts'

/*
 * `npm run release` writes releases/teleforge-VERSION.tar.gz, with its checksum in a file beside it (docs/upgrade.md). Two archives of one
 * commit have the same bytes: its files are sorted, belong to nobody, and are as old as the commit. Needs the tar of GNU.
 */

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'releases')
const MEGABYTE = 1_048_576

/** Packs the folder `name` of `room` into an archive. */
function pack(room: string, name: string, archive: string): void {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
  const time = `--mtime=@${git(ROOT, 'log', '-1', '--format=%ct')}`
  execFileSync('tar', ['--sort=name', '--format=gnu', ...owner, time, '--use-compress-program=gzip -n9', '-cf', archive, '-C', room, name])
}

async function release(): Promise<void> {
  const name = `teleforge-${packageJson.version}`
  const room = mkdtempSync(join(tmpdir(), 'teleforge-release-'))
  try {
    await layOut(join(room, name))
    mkdirSync(FOLDER, { recursive: true })
    const archive = join(FOLDER, `${name}.tar.gz`)
    pack(room, name, archive)
    const checksum = createHash('sha256').update(readFileSync(archive)).digest('hex')
    writeFileSync(`${archive}.sha256`, `${checksum}  ${name}.tar.gz\n`)
    const megabytes = (statSync(archive).size / MEGABYTE).toFixed(1)
    console.log(
      `${archive}: ${megabytes} MB, SHA-256 ${checksum}\nTag the commit when it is published: git tag -a v${packageJson.version} -m "Version ${packageJson.version}"`,
    )
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}

const refusals = refusalsOf(ROOT, PARTS)
if (refusals.length > 0) {
  console.error(`No release was written.\n${refusals.map((sentence) => `- ${sentence}`).join('\n')}`)
  process.exitCode = 1
} else {
  await release()
}

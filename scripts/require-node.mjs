// Plain JavaScript: an older Node.js cannot read the shop's own files, and would only print where it gave up.
import { readFileSync } from 'node:fs'

const wanted = readFileSync(new URL('../.node-version', import.meta.url), 'utf8').trim()
const least = Number.parseInt(wanted, 10)

if (Number.parseInt(process.versions.node, 10) < least) {
  process.stderr.write(
    `The shop needs Node.js ${least} or newer, and this is ${process.version}. Install it; or "npm install --no-save --include=dev node@${wanted}" installs it for the shop alone, in a checkout with all that builds it.\n`,
  )
  process.exitCode = 1
}

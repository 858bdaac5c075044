// Plain JavaScript: an older Node.js cannot read the shop's own files, and would only print where it gave up.
import { readFileSync } from 'node:fs'

const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const least = Number.parseInt(dependencies.node, 10)

if (Number.parseInt(process.versions.node, 10) < least) {
  process.stderr.write(
    `The shop needs Node.js ${least} or newer, and this is ${process.version}. npm ci installs it for the shop alone, unless it is run with --ignore-scripts; otherwise install it.\n`,
  )
  process.exitCode = 1
}

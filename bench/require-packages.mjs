// Before anything is built: a failed import would name a package, and not what to do.
import { existsSync } from 'node:fs'

if (!existsSync(new URL('node_modules', import.meta.url))) {
  process.stderr.write('Run npm ci in bench/ first.\n')
  process.exitCode = 1
}

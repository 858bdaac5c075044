import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { useBundledLibraries } from './run/startup/bundled-libraries.ts'

// Compiling all of the shop's code takes most of a start. The folder is as safe as the programs beside it, and
// where it cannot be written to, the start takes a little longer.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
useBundledLibraries()
await import('./run/startup/start.ts')

import { fileURLToPath } from 'node:url'
import { bundledLibraries } from '#server/run/startup/bundled-libraries.ts'

/** For the test runner: the libraries that a start takes bundled, which halves the time that a file of tests spends importing. */
export const withBundledLibraries = {
  resolve: {
    alias: Array.from(bundledLibraries(), ([name, url]) => ({ find: new RegExp(`^${name}$`), replacement: fileURLToPath(url) })),
  },
  server: { deps: { external: [/\/build\/libraries\//] } },
}

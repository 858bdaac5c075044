import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } }

/** The arguments of node in `npm start`, so that tests and measurements run the same. */
export const startArguments: string[] = scripts.start.split(' ').slice(1)

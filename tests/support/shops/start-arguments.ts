import { readFileSync } from 'node:fs'

const { scripts } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } }

/** What `npm start` gives to node, so that what is measured and tried is what runs. */
export const startArguments: string[] = scripts.start.split(' ').slice(1)

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run write-configuration` writes docs/configuration.md from the rows above the functions of server/platform/settings that read them. */

const [PAGE, SETTINGS] = [join(import.meta.dirname, '../docs/configuration.md'), join(import.meta.dirname, '../server/platform/settings')]

/** The topics of the page, each with the files whose comments have its rows. */
const topics: Record<string, string[]> = {
  'The shop': ['settings', 'running'],
  'Database and backups': ['database', 'backups'],
  Payments: ['services'],
  Mails: ['services', 'inbound-mail', 'mail-bounds', 'shipping'],
  'Sign-in': ['services'],
  'Pictures and documents': ['services'],
  'Orders, prices and reviews': ['settings', 'trust', 'shipping', 'services', 'reviews'],
  'Operation and limits': ['settings', 'running', 'traces'],
}

const INTRODUCTION = `# Configuration

Written by \`npm run write-configuration\` from the comments of \`server/platform/settings\`.

The shop reads environment variables only, in one place (\`server/platform/settings/settings.ts\`). A wrong value keeps it from starting;
the message names all wrong values at once. Each variable may also be given as a file, as containers are given their secrets:
\`AUTH_SECRET_FILE=/run/secrets/auth\` has the value in that file.
`

/** The rows of a topic: lines of a comment that begins with its name. */
function rowsOf(topic: string): string[] {
  return topics[topic]!.flatMap((file) => {
    const lines = readFileSync(join(SETTINGS, `${file}.ts`), 'utf8').split('\n')
    const first = lines.indexOf(` * ${topic}:`) + 1
    return first === 0 ? [] : lines.slice(first, lines.indexOf(' */', first)).map((line) => line.replace(' * ', ''))
  })
}

/** The page of all variables, a table for each topic. */
export const configurationPage = (): string =>
  [
    INTRODUCTION,
    ...Object.keys(topics).map(
      (topic) => `## ${topic}\n\n| variable | default | in production | what it is |\n|---|---|---|---|\n${rowsOf(topic).join('\n')}\n`,
    ),
  ].join('\n')

if (import.meta.main) writeFileSync(PAGE, configurationPage())

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configuration } from '#server/platform/settings/configuration.ts'

/** `npm run write-configuration` writes docs/configuration.md from server/platform/settings/configuration.ts. */

const PAGE = join(import.meta.dirname, '../docs/configuration.md')

const INTRODUCTION = `# Configuration

Written by \`npm run write-configuration\` from \`server/platform/settings/configuration.ts\`.

The shop reads environment variables only, in one place (\`server/platform/settings/settings.ts\`). A wrong value keeps it from starting;
the message names all wrong values at once. Each variable may also be given as a file, as containers are given their secrets:
\`AUTH_SECRET_FILE=/run/secrets/auth\` has the value in that file.
`

/** The page of all variables, a table for each topic. */
export const configurationPage = (): string =>
  [
    INTRODUCTION,
    ...configuration.map(({ topic, variables }) => {
      const rows = variables.map(({ names, byDefault, inProduction, what }) => {
        const variable = names.map((name) => `\`${name}\``).join(', ')
        return `| ${variable} | ${byDefault} | ${inProduction} | ${what} |`
      })
      return `## ${topic}\n\n| variable | default | in production | what it is |\n|---|---|---|---|\n${rows.join('\n')}\n`
    }),
  ].join('\n')

if (import.meta.main) writeFileSync(PAGE, configurationPage())

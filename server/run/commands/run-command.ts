import { EarlierDatabase } from '#database/applied-migrations.ts'
import { PrivateServerError } from '#database/embedded/errors.ts'
import { SettingsError } from '../../platform/settings/settings.ts'
import { DatabaseUnusable } from '../../platform/database/open-database.ts'

type Kind = abstract new (...given: never[]) => Error

/** An error as text: only the message if the user can act on it, else with the stack. */
export function explain(error: unknown, ...alsoExplained: Kind[]): string {
  if (!(error instanceof Error)) return String(error)
  const explained: Kind[] = [SettingsError, PrivateServerError, DatabaseUnusable, EarlierDatabase, ...alsoExplained]
  return explained.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}

/** Runs a command of the shop. On failure it prints the reason and sets the exit code to 1. */
export async function runCommand(command: () => Promise<void>, ...explained: Kind[]): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.stderr.write(`${explain(error, ...explained)}\n`)
    process.exitCode = 1
  }
}

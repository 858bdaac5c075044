import { PrivateServerError } from '#database/embedded/errors.ts'
import { SettingsError } from '../settings/settings.ts'
import { DatabaseUnusable } from '../startup/open-database.ts'

type Kind = abstract new (...given: never[]) => Error

/** What went wrong: the message alone where the person at the terminal can do something about it, else all there is. */
export function explain(error: unknown, ...alsoExplained: Kind[]): string {
  if (!(error instanceof Error)) return String(error)
  const explained: Kind[] = [SettingsError, PrivateServerError, DatabaseUnusable, ...alsoExplained]
  return explained.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}

/** Runs a command of the shop. When it fails, the terminal is told why and the exit code is 1. */
export async function runCommand(command: () => Promise<void>, ...explained: Kind[]): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.stderr.write(`${explain(error, ...explained)}\n`)
    process.exitCode = 1
  }
}

import { setFlagsFromString } from 'node:v8'
import { explain, runCommand } from '../commands/run-command.ts'
import { armCrashPoint } from '../crash-point.ts'
import { createLog } from '../operations/log.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { closeGracefully, type Closing } from './close-gracefully.ts'
import { openDatabase, type OpenedDatabase } from './open-database.ts'

/** Longest that open requests, running jobs and the database may take once the shop was asked to end. */
const GRACE_MS = 15_000
/**
 * What the program keeps may grow by half before V8 looks for what it no longer needs. Left to itself it lets garbage come to
 * three times of that, which takes nothing off its work and 130 MB of memory. Set once the shop serves: a start is all growth.
 */
const GARBAGE_LIMIT = '--heap-growing-percent=50'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Starts the shop: settings, database, schema, services, HTTP; the sample shop in trial mode.
 * SIGTERM and Ctrl-C end it in the opposite order, the database last, also while it is still starting.
 */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  if (settings.crashAt) armCrashPoint(settings, settings.crashAt)
  const closing = closeGracefully(GRACE_MS + settings.drainMs, log)
  try {
    const opening = openDatabaseFirst(settings, closing)
    // The private server starts while the rest of the shop is read. An outside one is asked first: reading takes the
    // whole process, and its answer could seem to come too late.
    if (settings.databaseUrl) await opening
    const [database, { serveShop }] = await Promise.all([opening, import('./serve-shop.ts')])
    await serveShop(database, { settings, log, closing })
    setFlagsFromString(GARBAGE_LIMIT)
  } catch (error) {
    // What a start still does while its ground is taken away is no news.
    if (!closing.isClosing()) process.stderr.write(`${explainStart(error)}\n`)
    closing.close(1)
  }
}

/** A server that is still starting when the shop is asked to end is stopped as soon as it has started. */
async function openDatabaseFirst(settings: Settings, closing: Closing): Promise<OpenedDatabase> {
  const opening = openDatabase(settings, say)
  closing.onClose(async () => {
    const database = await opening.catch(() => undefined)
    await database?.stop()
  })
  return opening
}

/** As any command's failure, and what only a start meets. */
function explainStart(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'Another program listens on this port already. Choose another one, for example PORT=3001 npm start.'
  }
  return explain(error)
}

await runCommand(start)

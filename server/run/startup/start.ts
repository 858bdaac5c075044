import { setFlagsFromString } from 'node:v8'
import { explain, runCommand } from '../commands/run-command.ts'
import { createLog, prettyPrinter } from '../operations/log.ts'
import { readPart, REFUSED, type Part } from '../processes/part.ts'
import { readSettings, type Settings } from '../../platform/settings/settings.ts'
import { closeGracefully, type Closing } from './close-gracefully.ts'
import { openDatabase, type OpenedDatabase } from '../../platform/database/open-database.ts'

/** Time limit for open requests, running jobs and the database during shutdown. */
const GRACE_MS = 15_000
/** Additional time that the first of several processes waits. */
const OTHERS_FIRST_MS = 5_000
/**
 * Memory in use may grow by half before V8 collects garbage. By default garbage grows to three times the memory in use,
 * which costs 130 MB and makes nothing faster. Set once the shop serves requests: during the start everything grows.
 */
const GARBAGE_LIMIT = '--heap-growing-percent=50'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Starts the shop: settings, database, schema, services, HTTP; the sample shop in trial mode. SIGTERM and Ctrl-C end it in
 * reverse order, the database last, also during the start. With several processes, the first one has the database and supervises the others.
 */
async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel, settings.development ? prettyPrinter() : undefined)
  const part = readPart(process.env)
  const isFirst = !part && settings.processes > 1 && !settings.development
  const graceMs = GRACE_MS + settings.drainMs + (isFirst ? OTHERS_FIRST_MS : 0)
  const closing = closeGracefully(graceMs, log, isFirst ? 'first' : part ? 'kept' : 'all')
  try {
    const opening = part ? usePart(part) : openDatabaseFirst(settings, closing)
    // The private server starts while the rest of the shop is loaded. An external one is awaited first: loading blocks the
    // event loop, and its answer could seem to time out.
    if (settings.databaseUrl) await opening
    if (isFirst) {
      const [database, { keepShop }] = await Promise.all([opening, import('../processes/keep-shop.ts')])
      await keepShop(database, { settings, log, closing })
    } else {
      const [database, { serveShop }] = await Promise.all([opening, import('./serve-shop.ts')])
      await serveShop(database, { settings, log, closing, part })
    }
    setFlagsFromString(GARBAGE_LIMIT)
  } catch (error) {
    // Errors after shutdown has started are expected.
    if (!closing.isClosing()) process.stderr.write(`${explainStart(error)}\n`)
    closing.close(part ? REFUSED : 1)
  }
}

/** The database of the first process, which also stops it. */
async function usePart({ connection }: Part): Promise<OpenedDatabase> {
  return { connection, description: '', stop: async () => {} }
}

/** If the shop is asked to shut down while the server starts, the server is stopped as soon as it is up. */
async function openDatabaseFirst(settings: Settings, closing: Closing): Promise<OpenedDatabase> {
  const opening = openDatabase(settings, say, closing.isClosing)
  closing.onClose(async () => {
    const database = await opening.catch(() => undefined)
    await database?.stop()
  })
  return opening
}

/** Errors of every command, and those that only a start can meet. */
function explainStart(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'Another program listens on this port already. Choose another one, for example PORT=3001 npm start.'
  }
  return explain(error)
}

await runCommand(start)

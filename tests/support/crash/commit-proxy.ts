import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { ConnectionSettings } from '#database/connect.ts'
import { serverAddress } from '../database/database-double.ts'
import { inMessages, isIdle, READY, typeOf } from '../database/wire-messages.ts'

export type CommitMoment = 'before a commit' | 'after a commit'

/** Of the text of a writing statement, and not of one that only locks rows. */
const WRITES = /(?<!\bfor )(?<!\bno key )\b(?:insert|update|delete|merge)\b/i
/** Several placeholders, or rows of them, are one kind of statement, in any number. */
const SEVERAL = /(\$\d+|default)(?:[,()\s]+(?:\$\d+|default)\b)+/g

/**
 * Called before a commit is passed on, and again before its answer is; if it returns false, the connection is closed. `kind`: the writing
 * statements.
 */
type LivesOn = (moment: CommitMoment, kind: string) => boolean

/**
 * A host on loopback between one process and its database that sees each commit: the COMMIT of a transaction with writes, and each
 * writing statement outside of a transaction. The writing statements are the kind of a commit.
 */
export async function openCommitProxy(database: ConnectionSettings, livesOn: LivesOn): Promise<{ port: number; close(): void }> {
  const server = createServer({ noDelay: true }, (shop) => watch(shop, connect(serverAddress(database)), livesOn))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

function watch(shop: Socket, upstream: Socket, livesOn: LivesOn): void {
  const texts = new Map<string, string>()
  const written = new Set<string>()
  let isInTransaction = false
  let isCommitting = false

  const kind = () => [...written].join('; ')

  const fromShop = (message: Buffer) => {
    const text = executedText(message, texts)
    if (text !== undefined) {
      if (WRITES.test(text)) written.add(text.replaceAll(SEVERAL, '$1'))
      isCommitting = written.size > 0 && (!isInTransaction || /^\s*commit\b/i.test(text))
      if (isCommitting && !livesOn('before a commit', kind())) return void upstream.destroy()
    }
    upstream.write(message)
  }
  const fromServer = (message: Buffer) => {
    if (typeOf(message) === READY) {
      if (isCommitting && !livesOn('after a commit', kind())) return void shop.destroy()
      isCommitting = false
      isInTransaction = !isIdle(message)
      if (!isInTransaction) written.clear()
    }
    if (!shop.destroyed) shop.write(message)
  }

  shop.once('data', (startup) => {
    upstream.write(startup)
    shop.on('data', inMessages(fromShop))
  })
  upstream.on('data', inMessages(fromServer))
  shop.on('error', () => {}).on('close', () => upstream.destroy())
  upstream.on('error', () => {}).on('close', () => shop.destroy())
}

/** The statement that a message executes: a simple query, or by Bind the statement of an earlier Parse of this connection. */
function executedText(message: Buffer, texts: Map<string, string>): string | undefined {
  const type = typeOf(message)
  if (type !== 'Q' && type !== 'P' && type !== 'B') return undefined
  const [first = '', second = ''] = message.toString('utf8', 5).split('\0', 2)
  if (type === 'P') texts.set(first, second)
  if (type === 'B') return texts.get(second)
  return type === 'Q' ? first : undefined
}

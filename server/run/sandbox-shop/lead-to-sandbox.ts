import type { IncomingHttpHeaders, IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { SANDBOX_HEADER } from '#contract/people/api-keys.ts'
import { shopErrors, type ErrorCode } from '#contract/basics/errors.ts'
import type { Database } from '#database/connect.ts'
import { isTestKey, keyIn } from '../../api-keys/key-text.ts'
import { knowCallers } from '../../api-keys/know-callers.ts'
import type { SandboxShop } from './sandbox-shop.ts'

const RETRY_AFTER_SECONDS = '10'
/** Maximum time a request waits for the sandbox to open; it takes longer with many parts. */
const OPENING_MS = 20_000

type Door = {
  /** Database of the shop. */
  db: Database
  log: FastifyBaseLogger
  /** Opens the sandbox shop; undefined where the shop has none. */
  open: (() => Promise<SandboxShop>) | undefined
  waitMs?: number
}

/**
 * Passes requests with a test key to the sandbox shop, and those with an access token that name it, before any cache answers. It is
 * opened by the first request of a known caller, and closed by the returned function.
 */
export function leadToSandbox(server: Server, { db, log, open, waitMs = OPENING_MS }: Door): () => Promise<void> {
  const ordinaryWay = server.listeners('request') as RequestListener[]
  const callers = knowCallers(db, 'sandbox')
  let opening: Promise<SandboxShop> | undefined
  let openedShop: SandboxShop | undefined
  const openOnce = () =>
    (opening ??= open!().catch((error: unknown) => {
      opening = undefined // the next request tries again
      throw error
    }))

  const lead = async (request: IncomingMessage, response: ServerResponse) => {
    if (!open) return refuse(response, 'SANDBOX_CLOSED')
    if (!opening && !(await callers.find(request.headers.authorization))) return refuse(response, 'SIGN_IN_NEEDED')
    openedShop ??= await Promise.race([openOnce(), delay(waitMs, undefined, { ref: false })])
    if (!openedShop) return refuse(response, 'SANDBOX_CLOSED', 'The sandbox is being opened. Please try again in a moment.')
    openedShop.app.server.emit('request', request, response)
  }

  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isForSandbox(request.headers)) return ordinaryWay.forEach((next) => next.call(server, request, response))
    lead(request, response).catch((err: unknown) => {
      log.error({ err }, 'the sandbox could not be opened')
      refuse(response, 'SANDBOX_CLOSED')
    })
  })
  return async () => {
    const opened = await opening?.catch(() => undefined)
    await opened?.close()
  }
}

function isForSandbox({ authorization, [SANDBOX_HEADER]: named }: IncomingHttpHeaders): boolean {
  if (authorization === undefined) return false
  const key = keyIn(authorization)
  return key === undefined ? named === 'true' : isTestKey(key)
}

function refuse(response: ServerResponse, code: ErrorCode, message: string = shopErrors[code].message): void {
  const { status } = shopErrors[code]
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', [SANDBOX_HEADER]: 'true' }
  response.writeHead(status, { ...headers, ...(status === 503 && { 'retry-after': RETRY_AFTER_SECONDS }) })
  response.end(JSON.stringify({ code, message }))
}

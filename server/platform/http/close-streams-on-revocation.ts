import { PassThrough, Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authorize, type Callers } from './require-policies.ts'

/** Time for which an answer may continue after its right has ended. */
const CHECK_MS = 1_000

/**
 * Ends answers that are still being sent when the right to them has ended: the session or API key, the account, the role or
 * permission. The rest of a file is cut off, so that it is not taken for the whole; a stream of events just ends. One statement
 * checks all answers of the process. While the database does not answer, they continue.
 */
export function closeStreamsOnRevocation(app: FastifyInstance, callers: Callers): void {
  const open = new Map<Readable, FastifyRequest>()
  let isAsking = false

  const check = async () => {
    if (isAsking || open.size === 0) return
    isAsking = true
    // Others may begin during the query.
    const asked = [...open]
    try {
      const rights = await callers.rightsOf(asked.map(([, { caller }]) => caller!)) // only those with one are kept
      for (const [answer, request] of asked) if (!isAllowed(request, rights)) end(answer)
    } catch {
      // Asked again in a second.
    } finally {
      isAsking = false
    }
  }
  const checks = setInterval(() => void check(), CHECK_MS).unref()
  app.addHook('onClose', async () => clearInterval(checks))
  app.addHook('onSend', async (request, _reply, payload) => {
    if (!request.caller || !(payload instanceof Readable)) return payload
    open.set(payload, request)
    payload.once('close', () => open.delete(payload))
    return payload
  })
}

/** A caller who was answered as an admin must still be one, in this call. */
function isAllowed({ caller, method, routeOptions }: FastifyRequest, rights: Awaited<ReturnType<Callers['rightsOf']>>): boolean {
  if (caller?.connectionId !== undefined) return true // such a caller makes no call that is checked here
  const now = rights.get(caller!.sessionId ?? caller!.apiKeyId)
  if (!now) return false
  const found =
    caller!.apiKeyId === undefined
      ? { ...caller!, ...now, permissions: [...now.permissions] }
      : { ...caller!, role: '' as const, owner: now }
  return caller!.role !== 'admin' || authorize(found, method, routeOptions.config).role === 'admin'
}

const end = (answer: Readable) => void (answer instanceof PassThrough ? answer.end() : answer.destroy())

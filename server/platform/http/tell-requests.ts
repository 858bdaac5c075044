import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toldWork, type ToldWork } from '#database/told-work.ts'

const SERVER_ERROR = 500

/**
 * Tells of each request from its head to the end of its answer: method, route pattern and status. Requests of health checks, for built
 * files, and for streams that stay open are left out.
 */
export function tellRequests(app: FastifyInstance): void {
  if (!toldWork.hasSubscribers) return
  const told = new WeakMap<FastifyRequest, ToldWork>()

  function end(request: FastifyRequest, { statusCode }: FastifyReply, error: string | undefined): void {
    const work = told.get(request)
    if (!work) return
    told.delete(request)
    work.attributes['http.response.status_code'] = statusCode
    work.error = error
    toldWork.asyncEnd.publish(work)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { url = 'none', config } = request.routeOptions
    if (config.probe || config.staysOpen || url.startsWith('/assets/')) return done()
    const work: ToldWork = {
      kind: 'request',
      name: `${request.method} ${url}`,
      attributes: { 'http.request.method': request.method, 'http.route': url, 'teleforge.request.id': request.id },
      parent: request.headers['traceparent']?.toString(),
    }
    told.set(request, work)
    // Its client may leave before the end of the answer.
    reply.raw.once('close', () => end(request, reply, 'aborted'))
    toldWork.start.runStores(work, done)
  })

  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply, reply.statusCode >= SERVER_ERROR ? String(reply.statusCode) : undefined)
    done()
  })
}

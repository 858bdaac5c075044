import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { listAddress } from '#app/parts/list-address.ts'
import { PAGE_SIZE } from '#contract/basics/limits.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { shopSettings } from '#database/tables/shop-settings.ts'
import { searchAnswers, synonyms } from '#database/tables/searches.ts'
import { refuseUnknown } from '../../platform/http/answer-unknown.ts'
import { createAnswerCache, createPublicCache } from '../../platform/cache/public-cache.ts'
import { readyAnswer, type ReadyAnswer } from '../../platform/cache/ready-answer.ts'
import { sendReadyAnswer } from '../../platform/cache/send-ready-answer.ts'
import { countParts } from '../../parts/list-parts.ts'
import type { Services } from '../../services.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { pageDrawer } from './draw-page.ts'
import { hashInlineScripts } from './inline-scripts.ts'
import { readPageAddresses, UNKNOWN, type PageAddress } from './page-address.ts'

const NUMBER_BYTES = 8
/** Methods of pages. */
const READING = ['GET', 'HEAD']

/**
 * Every URL without another route is a page, including the 404 screen. Pages do not depend on the visitor: each is rendered
 * and compressed once, and sent from the cache until it changes.
 */
export function servePages(app: FastifyInstance, services: Services, build: ServerBuild): void {
  const { db, settings } = services
  const draw = pageDrawer(services, async () => build)
  const readAddress = readPageAddresses(build)
  const pages = createAnswerCache(db, [parts, expectedGoods, reviews, searchAnswers, synonyms, shopSettings])
  const counts = createPublicCache<number>(db, [parts], () => NUMBER_BYTES)

  async function drawAnswer(path: string, outdated?: ReadyAnswer): Promise<ReadyAnswer> {
    const { status, headers, body, nonce } = await draw(path)
    const { html, sources } = hashInlineScripts(body.toString(), nonce)
    const policy = { 'content-security-policy': contentSecurityPolicy(sources, settings, path) }
    return readyAnswer(status, { ...Object.fromEntries(headers), ...policy }, Buffer.from(html), outdated)
  }

  /** Cache key of a page; an index beyond the list's end means its last page, as in the list itself. */
  async function keyOf({ path, listPage }: PageAddress): Promise<string> {
    if (!listPage) return path
    const count = await counts.get('parts', () => countParts(db))
    return listAddress(path, '', undefined, Math.min(listPage, Math.ceil(count / PAGE_SIZE) - 1))
  }

  app.route({
    method: app.supportedMethods.filter((method) => !READING.includes(method)),
    url: '/*',
    onRequest: async (request, reply) => refuseUnknown(request, reply, readAddress(request.url).path === UNKNOWN ? [] : READING),
    handler: refuseUnknown,
  })
  app.route({
    method: READING,
    url: '/*',
    handler: async (request, reply) => {
      const address = readAddress(request.url)
      if (!address.shared) {
        reply.header('cache-control', 'no-store')
        return sendReadyAnswer(request, reply, await drawAnswer(address.path))
      }
      const key = await keyOf(address)
      const answer = await pages.get(key, (outdated) => drawAnswer(key, outdated))
      return sendReadyAnswer(request, reply, answer)
    },
  })
}

import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import { listAddress } from '#app/parts/list-address.ts'
import { PAGE_SIZE } from '#contract/basics/limits.ts'
import { expectedGoods } from '#database/tables/expected-goods.ts'
import { isDatabaseBusy } from '#database/database-trouble.ts'
import { readPublicly } from '#database/public-reading.ts'
import { parts } from '#database/tables/parts.ts'
import { reviews } from '#database/tables/reviews.ts'
import { shopSettings } from '#database/tables/shop-settings.ts'
import { searchAnswers, synonyms } from '#database/tables/searches.ts'
import { refuseUnknown } from '../../platform/http/answer-unknown.ts'
import { withLastGood } from '../../platform/cache/last-good.ts'
import { createAnswerCache, createPublicCache, timeFor } from '../../platform/cache/public-cache.ts'
import { readyAnswer, type ReadyAnswer } from '../../platform/cache/ready-answer.ts'
import { sendReadyAnswer } from '../../platform/cache/send-ready-answer.ts'
import { countParts } from '../../parts/list-parts.ts'
import type { Services } from '../../services.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { pageDrawer } from './draw-page.ts'
import { hashInlineScripts } from './inline-scripts.ts'
import { readPageAddresses, UNKNOWN, type PageAddress } from './page-address.ts'

const NUMBER_BYTES = 8
/** Of a page that is drawn without the database: nothing stores it, and who reads it tries again soon. */
const NOT_NOW = { 'cache-control': 'no-store', 'retry-after': '2' }
/** Methods of pages. */
const READING = ['GET', 'HEAD']

/** The page says that it cannot be shown now; `cause` is why. */
class PageUnavailable extends Error {
  readonly page: ReadyAnswer

  constructor(page: ReadyAnswer, cause: unknown) {
    super('a page could not be drawn', { cause })
    this.page = page
  }
}

/**
 * Every URL without another route is a page, including the 404 screen. Pages do not depend on the visitor: each is rendered
 * and compressed once, and sent from the cache until it changes.
 */
export function servePages(app: FastifyInstance, services: Services, build: ServerBuild): void {
  const { db, settings } = services
  const draw = pageDrawer(services, async () => build)
  const readAddress = readPageAddresses(build)
  const pages = createAnswerCache(db, [parts, expectedGoods, reviews, searchAnswers, synonyms, shopSettings])
  const counts = withLastGood(
    createPublicCache<number>(db, [parts], () => NUMBER_BYTES),
    db.availability,
    (count) => count,
  )

  /** @throws PageUnavailable when the database does not give what the page shows. */
  async function drawAnswer(path: string, outdated?: ReadyAnswer): Promise<ReadyAnswer> {
    const { status, headers, body, nonce, failure } = await draw(path)
    const { html, sources } = hashInlineScripts(body.toString(), nonce)
    const policy = { 'content-security-policy': contentSecurityPolicy(sources, settings, path) }
    const stated = { ...Object.fromEntries(headers), ...policy }
    if (failure === undefined) return readyAnswer(status, stated, Buffer.from(html), outdated)
    throw new PageUnavailable(readyAnswer(503, { ...stated, ...NOT_NOW }, Buffer.from(html)), failure)
  }

  /** Cache key of a page; an index beyond the list's end means its last page, as in the list itself. */
  async function keyOf({ path, listPage }: PageAddress): Promise<string> {
    if (!listPage) return path
    const count = await counts.get('parts', () => countParts(db))
    return listAddress(path, '', undefined, Math.min(listPage, Math.ceil(count / PAGE_SIZE) - 1))
  }

  async function findAnswer(address: PageAddress): Promise<ReadyAnswer> {
    if (!address.shared) return drawAnswer(address.path)
    const key = await keyOf(address).catch((error: unknown) => {
      if (!isDatabaseBusy(error)) throw error
    })
    if (key === undefined) return drawAnswer(listAddress(address.path, '', undefined, address.listPage))
    return pages.get(key, (outdated) => drawAnswer(key, outdated))
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
      if (!address.shared) reply.header('cache-control', 'no-store')
      const answer = await readPublicly(timeFor(db), () => findAnswer(address)).catch((error: unknown) => {
        if (error instanceof PageUnavailable) return error.page
        throw error
      })
      return sendReadyAnswer(request, reply, answer)
    },
  })
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { invalidField } from '../../errors.ts'
import { findPartsByNumber } from '../../parts/parts-by-number.ts'
import { searchParts } from '../../parts/search-parts.ts'
import { withOneDeadline } from '../../platform/limits/one-deadline.ts'
import { priceLines } from '../../quotes/price-lines.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { admitConnection } from '../admit-connection.ts'
import { cartLines } from '../cart.ts'
import { requireReturnUrl } from '../require-return-url.ts'
import { startSession } from '../start-session.ts'
import { transferPage } from '../transfer-page.ts'
import { ociFields } from './fields.ts'
import { readParameters } from './parameters.ts'
import { answersPages } from '../described-answers.ts'

/** Parts that a search in the background answers with. */
const HITS = 50
const QUANTITY_LENGTH = 40

/**
 * The catalogue of OCI 5, which a procurement system opens in its user's browser or asks itself. `FUNCTION` says for what; without one a
 * session begins. Source: Open Catalog Interface 5.0, 'Catalog functions'.
 */
export function ociRoutes(app: FastifyInstance, services: Services): void {
  const ways = [
    { method: 'GET', operationId: 'punchoutOpenOci' },
    { method: 'POST', operationId: 'punchoutPostOci' },
  ] as const
  for (const { method, operationId } of ways) {
    app.route({
      method,
      url: '/punchout/oci',
      config: { policy: 'public' },
      schema: {
        operationId,
        tags: ['Punch-out'],
        summary: 'Open the catalogue by OCI 5: USERNAME, PASSWORD, HOOK_URL, FUNCTION and so on, as query or form',
        security: [],
        ...answersPages,
      },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
        return withOneDeadline(() => answer(services, request, reply))
      },
    })
  }
}

async function answer(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | string> {
  const parameter = readParameters(request)
  const caller = await admitConnection(services, request, {
    kind: 'oci',
    names: [{ domain: null, identity: parameter('USERNAME') }],
    secrets: [parameter('PASSWORD')],
  })
  const wanted = parameter('FUNCTION').toUpperCase()
  if (wanted === 'DETAIL') return toPart(services, reply, caller, parameter('PRODUCTID'))

  const returnUrl = requireReturnUrl(parameter('HOOK_URL'), services.settings)
  const target = parameter('~TARGET') || parameter('RETURNTARGET')
  if (wanted === 'VALIDATE' || wanted === 'BACKGROUND_SEARCH') await services.identity.countAttempt('punch-out-start', caller.connectionId)
  if (wanted === 'VALIDATE') {
    const lines = await pricedPart(services, caller, parameter('PRODUCTID'), parameter('QUANTITY', QUANTITY_LENGTH))
    return transferPage(reply, { action: returnUrl, target, fields: ociFields(lines) })
  }
  const search = parameter('SEARCHSTRING', TEXT_LIMITS.search)
  if (wanted === 'BACKGROUND_SEARCH') {
    return transferPage(reply, { action: returnUrl, target, fields: ociFields(await foundParts(services, search)) })
  }
  if (wanted !== '' && wanted !== 'SOURCING')
    throw invalidField('FUNCTION', 'The shop knows DETAIL, VALIDATE, SOURCING and BACKGROUND_SEARCH.')
  const startPage = await startSession(services, caller, { operation: 'create', returnUrl, returnTarget: target || null, search })
  return reply.redirect(startPage, 303)
}

/** By the number that `NEW_ITEM-EXT_PRODUCT_ID` had. @throws ShopError INVALID_INPUT */
async function partOf({ db }: Services, { userId }: Caller, number: string) {
  const [found] = number === '' ? [] : await findPartsByNumber(db, userId, [number])
  if (!found?.part) throw invalidField('PRODUCTID', 'There is no part with this number.')
  return found.part
}

async function toPart(services: Services, reply: FastifyReply, caller: Caller, number: string): Promise<FastifyReply> {
  const { _id } = await partOf(services, caller, number)
  return reply.redirect(`${services.settings.shopUrl}/inventory/${_id}`, 303)
}

/** The part as it can be ordered today, for as many pieces. @throws ShopError INVALID_INPUT */
async function pricedPart(services: Services, caller: Caller, number: string, quantity: string) {
  const { _id, partNumber } = await partOf(services, caller, number)
  // OCI writes pieces with three decimal places.
  const pieces = Number(quantity)
  const asked = quantity === '' ? {} : { quantity: Number.isFinite(pieces) ? pieces : quantity }
  const { lines } = await priceLines(services, [{ text: partNumber, partsId: _id, ...asked }])
  if (lines.some(({ status }) => status !== 'matched')) throw invalidField('QUANTITY', 'This is not a number of pieces.')
  return cartLines(lines)
}

/** The parts that a text finds, each with the price of its smallest order. */
async function foundParts(services: Services, q: string) {
  const { parts } = await searchParts(services.db, { q, size: HITS })
  const { lines } = await priceLines(
    services,
    parts.map(({ _id, partNumber }) => ({ text: partNumber, partsId: _id })),
  )
  return cartLines(lines.filter(({ status }) => status === 'matched'))
}

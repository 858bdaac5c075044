import { and, eq, isNull } from 'drizzle-orm'
import type { PunchoutLine } from '#contract/quotes/punchout.ts'
import { quotes } from '#database/tables/quotes.ts'
import type { CxmlSetup } from '#readers/cxml/read-setup.ts'
import { ShopError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { readCart, readLineReference } from '../cart.ts'
import { requireReturnUrl } from '../require-return-url.ts'
import { startSession } from '../start-session.ts'
import type { Admitted } from './read-message.ts'
import { cxmlDocument, statusElement, xml } from './write-xml.ts'

/**
 * Answers a PunchOutSetupRequest with the address of a start page. To change or look at a cart, its items name the lines of a quote of the
 * connection's account.
 * @throws ShopError INVALID_INPUT for the address to return to; ORDER_DIFFERS for items of no quote; TOO_MANY_REQUESTS.
 */
export async function setUpPunchout(services: Services, { request, caller, seller }: Admitted<CxmlSetup>): Promise<string> {
  const { settings } = services
  const { operation, buyerCookie, search, items } = request
  const returnUrl = requireReturnUrl(request.returnUrl, settings)
  const cart = operation === 'create' ? {} : await readItems(services, caller.userId, items)
  const startPage = await startSession(services, caller, {
    operation,
    returnUrl,
    buyerCookie,
    sellerDomain: seller.domain,
    sellerIdentity: seller.identity,
    search,
    ...cart,
  })
  return cxmlDocument(
    settings,
    xml`<Response>${statusElement(200)}<PunchOutSetupResponse><StartPage><URL>${startPage}</URL></StartPage></PunchOutSetupResponse></Response>`,
  )
}

/** The cart that the items of a request name, with the pieces that they say. */
async function readItems(
  { db, settings }: Services,
  userId: string,
  asked: CxmlSetup['items'],
): Promise<{ quoteId: string; quoteVersion: number; lines: PunchoutLine[] }> {
  const items = asked.map(({ reference, quantity }) => ({ reference: readLineReference(reference), quantity }))
  const { quoteNumber, version } = items[0]?.reference ?? {}
  if (quoteNumber === undefined || version === undefined) throw unknownCart()
  const [quote] = await db
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.number, quoteNumber), eq(quotes.userId, userId), isNull(quotes.deletedAt)))
  if (!quote) throw unknownCart()
  const cart = await readCart({ db, settings }, userId, quote.id, version)
  const lines = items.map(({ reference, quantity }) => {
    const line = cart.lines.find(({ row }) => row === reference?.row)
    if (!line || reference?.quoteNumber !== quoteNumber || reference.version !== version) throw unknownCart()
    return { text: line.partNumber, partsId: line.partsId, quantity: quantity ?? line.quantity }
  })
  return { quoteId: quote.id, quoteVersion: version, lines }
}

const unknownCart = () =>
  new ShopError('ORDER_DIFFERS', { message: 'SupplierPartAuxiliaryID of each item has to be that of one cart of this shop.' })

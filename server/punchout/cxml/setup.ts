import { and, eq, isNull } from 'drizzle-orm'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { PUNCHOUT_LIMITS, punchoutOperations, type PunchoutLine, type PunchoutOperation } from '#contract/quotes/punchout.ts'
import { startOf } from '#contract/basics/start-of.ts'
import type { Database } from '#database/connect.ts'
import { quotes } from '#database/tables/quotes.ts'
import { ShopError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { readCart, readLineReference } from '../cart.ts'
import { requireReturnUrl } from '../require-return-url.ts'
import { startSession } from '../start-session.ts'
import { attribute, child, children, textOf, type Node } from './read-xml.ts'
import type { CxmlMessage } from './read-message.ts'
import { CxmlRefusal } from './refusal.ts'
import { cxmlDocument, statusElement, xml } from './write-xml.ts'

const isOperation = (text: string): text is PunchoutOperation => (punchoutOperations as readonly string[]).includes(text)

/**
 * Answers a PunchOutSetupRequest with the address of a start page. To change or look at a cart, its items name the lines of a quote of the
 * connection's account. Source: cXML User's Guide, 'PunchOutSetupRequest'.
 * @throws CxmlRefusal 400; ShopError INVALID_INPUT for the address to return to; ORDER_DIFFERS for items of no quote; TOO_MANY_REQUESTS.
 */
export async function setUp(services: Services, { request, caller, seller }: CxmlMessage): Promise<string> {
  const { db, settings } = services
  const setup = child(request, 'PunchOutSetupRequest')
  const operation = attribute(setup, 'operation').toLowerCase()
  if (!isOperation(operation)) throw new CxmlRefusal(400, 'The operation has to be create, edit or inspect.')
  const buyerCookie = textOf(setup, 'BuyerCookie')
  if (buyerCookie.length > PUNCHOUT_LIMITS.cookie) throw new CxmlRefusal(400, 'BuyerCookie is too long.')
  const returnUrl = requireReturnUrl(textOf(setup, 'BrowserFormPost', 'URL'), settings)
  const cart = operation === 'create' ? {} : await readItems(db, caller.userId, setup)
  const startPage = await startSession(services, caller, {
    operation,
    returnUrl,
    buyerCookie,
    sellerDomain: seller.domain,
    sellerIdentity: seller.identity,
    search: startOf(textOf(setup, 'SelectedItem', 'ItemID', 'SupplierPartID'), TEXT_LIMITS.search),
    ...cart,
  })
  return cxmlDocument(
    settings,
    xml`<Response>${statusElement(200)}<PunchOutSetupResponse><StartPage><URL>${startPage}</URL></StartPage></PunchOutSetupResponse></Response>`,
  )
}

/** The cart that the items of a request name, with the pieces that they say. */
async function readItems(
  db: Database,
  userId: string,
  setup: Node,
): Promise<{ quoteId: string; quoteVersion: number; lines: PunchoutLine[] }> {
  const items = children(setup, 'ItemOut').map((item) => ({
    reference: readLineReference(textOf(item, 'ItemID', 'SupplierPartAuxiliaryID')),
    quantity: Number(attribute(item, 'quantity')),
  }))
  const { quoteNumber, version } = items[0]?.reference ?? {}
  if (quoteNumber === undefined || version === undefined) throw unknownCart()
  const [quote] = await db
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.number, quoteNumber), eq(quotes.userId, userId), isNull(quotes.deletedAt)))
  if (!quote) throw unknownCart()
  const cart = await readCart(db, userId, quote.id, version)
  const lines = items.map(({ reference, quantity }) => {
    const line = cart.lines.find(({ row }) => row === reference?.row)
    if (!line || reference?.quoteNumber !== quoteNumber || reference.version !== version) throw unknownCart()
    return {
      text: line.partNumber,
      partsId: line.partsId,
      quantity: Number.isSafeInteger(quantity) && quantity > 0 ? quantity : line.quantity,
    }
  })
  return { quoteId: quote.id, quoteVersion: version, lines }
}

const unknownCart = () =>
  new ShopError('ORDER_DIFFERS', { message: 'SupplierPartAuxiliaryID of each item has to be that of one cart of this shop.' })

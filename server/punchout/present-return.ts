import type { PunchoutReturn } from '#contract/quotes/punchout.ts'
import { punchoutMessages } from '#contract/quotes/punchout.ts'
import { ShopError } from '../errors.ts'
import type { Services } from '../services.ts'
import { readCart } from './cart.ts'
import { findCartFreight } from './freight-of-cart.ts'
import { orderMessage } from './cxml/order-message.ts'
import type { Session } from './find-session.ts'
import { ociFields } from './oci/fields.ts'

/** What the browser posts to the procurement system: the session's cart. @throws ShopError PUNCHOUT_OVER without one. */
export async function presentReturn(shop: Pick<Services, 'db' | 'settings'>, session: Session): Promise<PunchoutReturn> {
  const { kind, quoteId, quoteVersion, returnUrl, caller } = session
  if (quoteId === null || quoteVersion === null) throw new ShopError('PUNCHOUT_OVER', { message: punchoutMessages.sessionOver })
  const cart = await readCart(shop, caller.userId, quoteId, quoteVersion)
  // OCI has no field for it.
  const freight = kind === 'cxml' ? await findCartFreight(shop, caller.userId, quoteId, cart) : undefined
  const { quoteNumber, version, total } = cart
  const fields =
    kind === 'oci'
      ? ociFields(cart.lines, cart)
      : [{ name: 'cxml-base64', value: Buffer.from(orderMessage(shop.settings, session, cart, freight)).toString('base64') }]
  return { quoteNumber, version, total, action: returnUrl, fields }
}

import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { PUNCHOUT_LIMITS, punchoutOperations, type PunchoutOperation } from '#contract/quotes/punchout.ts'
import { readNumber, within } from './fields.ts'
import { attribute, below, children, malformed, textOf, type XmlElement } from './read-xml.ts'

/** A visit. `items` are the lines of the cart that it changes or shows, by the references that the shop gave them. */
export type CxmlSetup = {
  kind: 'setup'
  operation: PunchoutOperation
  returnUrl: string
  buyerCookie: string
  search: string
  items: { reference: string; quantity: number | undefined }[]
}

const isOperation = (text: string): text is PunchoutOperation => (punchoutOperations as readonly string[]).includes(text)
/** No document of XML 1.0 can have these, so the answer could not repeat them. */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

/** Source: cXML User's Guide, 'PunchOutSetupRequest'. @throws Refusal 'malformed' for what is missing or wrong. */
export function readSetup(setup: XmlElement): CxmlSetup {
  const operation = attribute(setup, 'operation').toLowerCase()
  if (!isOperation(operation)) throw malformed('The operation has to be create, edit or inspect.')
  const cookie = below(setup, 'BuyerCookie')
  const buyerCookie = within(cookie?.text ?? '', PUNCHOUT_LIMITS.cookie, 'BuyerCookie')
  if (NO_XML.test(buyerCookie) || cookie?.children.length) throw malformed('BuyerCookie has to be text.')
  return {
    kind: 'setup',
    operation,
    returnUrl: textOf(setup, 'BrowserFormPost', 'URL'),
    buyerCookie,
    search: within(textOf(setup, 'SelectedItem', 'ItemID', 'SupplierPartID'), TEXT_LIMITS.search, 'SelectedItem: SupplierPartID'),
    items: children(setup, 'ItemOut').map((item, index) => ({
      reference: textOf(item, 'ItemID', 'SupplierPartAuxiliaryID'),
      quantity: item.attributes.has('quantity') ? readPieces(item, `Item ${index + 1}: quantity`) : undefined,
    })),
  }
}

function readPieces(item: XmlElement, field: string): number {
  const pieces = readNumber(attribute(item, 'quantity'), field)
  if (!Number.isInteger(pieces) || pieces === 0) throw malformed(`${field} is not a number of pieces.`)
  return pieces
}

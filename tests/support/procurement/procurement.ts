import { XMLParser } from 'fast-xml-parser'
import type { LightMyRequestResponse } from 'fastify'
import type { PunchoutConnection } from '#contract/quotes/punchout.ts'
import type { Client, Customer, TestShop } from '../shops/open-shop.ts'
import { orderRequest, requestDocument, setupRequest, type Credentials, type CxmlItem } from './cxml-documents.ts'

/** The address to which a buyer's browser posts a cart; in tests without a browser there is no listener. */
export const RETURN_URL = 'https://buyer.example.com/punchout/return?session=4711&lang=en'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
})

/** Connects a procurement system as the owner of an account does. */
export async function connect(
  owner: Customer,
  more: Partial<{ kind: string; domain: string; identity: string; name: string; url: string }> = {},
): Promise<Credentials & { connection: PunchoutConnection }> {
  const wanted = { kind: 'cxml', name: 'Purchasing', domain: 'DUNS', identity: '123456789', ...more }
  const answer = await owner.post('/punchout/connections', wanted)
  if (answer.statusCode !== 200) throw new Error(`The connection was refused: ${answer.body}`)
  const { secret, connection } = answer.json<{ secret: string; connection: PunchoutConnection }>()
  return { domain: connection.domain ?? '', identity: connection.identity, secret, connection }
}

/** Status code and sentence of an answer, and its address of a start page. */
export type CxmlAnswer = { http: number; code: string; text: string; sentence: string; startPage: string }

export function readAnswer({ statusCode, body }: Pick<LightMyRequestResponse, 'statusCode' | 'body'>): CxmlAnswer {
  const { Response } = parser.parse(body).cXML
  const { Status } = Response
  return {
    http: statusCode,
    code: Status.code,
    text: Status.text,
    sentence: Status['#text'] ?? '',
    startPage: Response.PunchOutSetupResponse?.StartPage.URL ?? '',
  }
}

/** A cart as it arrives at a procurement system by cXML. */
export type OrderMessage = {
  cookie: string
  total: string
  /** Only of a shop with freight. */
  shipping?: string
  operationAllowed: string
  from: { domain: string; identity: string }
  to: { domain: string; identity: string }
  items: CxmlItem[]
}

export function readOrderMessage(document: string): OrderMessage {
  const { Header, Message } = parser.parse(document).cXML
  const { BuyerCookie, PunchOutOrderMessageHeader: head, ItemIn } = Message.PunchOutOrderMessage
  const partner = ({ Credential }: { Credential: { domain: string; Identity: string } }) => ({
    domain: Credential.domain,
    identity: Credential.Identity,
  })
  return {
    cookie: BuyerCookie,
    total: head.Total.Money['#text'],
    ...(head.Shipping && { shipping: head.Shipping.Money['#text'] }),
    operationAllowed: head.operationAllowed,
    from: partner(Header.From),
    to: partner(Header.To),
    items: [ItemIn].flat().map((item) => ({
      quantity: item.quantity,
      partNumber: item.ItemID.SupplierPartID,
      auxiliary: item.ItemID.SupplierPartAuxiliaryID,
      price: item.ItemDetail.UnitPrice.Money['#text'],
      description: item.ItemDetail.Description['#text'],
    })),
  }
}

/** A form as a browser reads it from a page. */
export function readForm(page: string): { action: string; fields: Map<string, string> } {
  const text = (written: string) => written.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
  const action = text(/<form [^>]*action="([^"]*)"/.exec(page)?.[1] ?? '')
  const fields = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return { action, fields: new Map(fields.map(([, name = '', value = '']) => [text(name), text(value)])) }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** A procurement system of cXML, which talks to a shop as its credentials allow, and plays the buyer's browser through. */
export function procurementOf({ app, visitor }: Pick<TestShop, 'app' | 'visitor'>, credentials: Credentials) {
  const sendText = async (payload: string | Buffer, type = 'text/xml; charset=UTF-8') =>
    app.inject({ method: 'POST', url: '/api/punchout/cxml', headers: { 'content-type': type }, payload })
  const send = async (request: string, options?: Parameters<typeof requestDocument>[2]) =>
    readAnswer(await sendText(requestDocument(credentials, request, options)))

  return {
    credentials,
    sendText,
    send,
    setUp: (operation = 'create', items: CxmlItem[] = [], returnUrl = RETURN_URL, cookie = 'cookie-4711') =>
      send(setupRequest(operation, returnUrl, cookie, items)),
    order: (orderId: string, { items, total }: Pick<OrderMessage, 'items' | 'total'>, options?: Parameters<typeof orderRequest>[3]) =>
      send(orderRequest(orderId, items, total, options)),
    /** Opens a start page, as the shop's page does in a browser. */
    open: (startPage: string) => visitor.post('/punchout/sessions', { secret: secretOf(startPage) }),
    /** Transfers a cart: the page's call, its form, and the page that posts it on. */
    transfer: (token: string, lines: object[], total?: number) => transferCart({ app, visitor }, token, lines, total),
  }
}

export const secretOf = (startPage: string) => new URL(startPage).searchParams.get('punch-out') ?? ''

export async function transferCart(
  { app, visitor }: { app: TestShop['app']; visitor: Client },
  token: string,
  lines: object[],
  total?: number,
) {
  const answer = await visitor.post('/punchout/return', { token, lines, ...(total !== undefined && { total }) })
  if (answer.statusCode !== 200) throw new Error(`The cart was refused: ${answer.body}`)
  const payload = new URLSearchParams({ token }).toString()
  const page = await app.inject({ method: 'POST', url: '/api/punchout/transfer', headers: FORM, payload })
  const form = readForm(page.body)
  const message = Buffer.from(form.fields.get('cxml-base64') ?? '', 'base64').toString()
  return { answer, page, form, message: message === '' ? undefined : readOrderMessage(message) }
}

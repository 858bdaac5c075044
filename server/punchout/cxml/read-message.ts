import type { FastifyRequest } from 'fastify'
import { PUNCHOUT_LIMITS } from '#contract/quotes/punchout.ts'
import { startOf } from '#contract/basics/start-of.ts'
import type { Connected } from '../../platform/http/caller.ts'
import type { Services } from '../../services.ts'
import { admitConnection } from '../admit-connection.ts'
import { attribute, child, children, readXml, textOf, type Node } from './read-xml.ts'
import { CxmlRefusal } from './refusal.ts'

/** How a message names a partner. */
export type Partner = { domain: string; identity: string }

/** A message whose sender was admitted. `seller` is its name of the shop. `isTest`: it must have no effect. */
export type CxmlMessage = { request: Node; caller: Connected; payloadId: string; seller: Partner; isTest: boolean }

/** Longest name of an element that a refusal repeats. */
const NAME_LENGTH = 60

/**
 * Reads a message and admits its sender: by the shared secret of `Sender`, and the identity of `From`, since a network may send for a
 * buyer. A partner may have several credentials; one has to be the connection's.
 * @throws CxmlRefusal 400 or 406 for what is no request of cXML; ShopError CONNECTION_REFUSED, TOO_MANY_REQUESTS.
 */
export async function readMessage(shop: Services, { ip }: Pick<FastifyRequest, 'ip'>, bytes: Buffer): Promise<CxmlMessage> {
  const document = readXml(bytes)
  const header = child(document, 'Header')
  const request = child(document, 'Request')
  if (typeof header !== 'object' || typeof request !== 'object') throw new CxmlRefusal(406, 'This is no request of cXML.')
  const secret = textOf(header, 'Sender', 'Credential', 'SharedSecret')
  const [from = { domain: '', identity: '' }] = partners(child(header, 'From'))
  const caller = await admitConnection(shop, { ip }, { kind: 'cxml', ...from, secret })
  const [seller = { domain: '', identity: '' }] = partners(child(header, 'To'))
  return {
    request,
    caller,
    payloadId: startOf(attribute(document, 'payloadID'), PUNCHOUT_LIMITS.cookie),
    seller: {
      domain: startOf(seller.domain, PUNCHOUT_LIMITS.identity),
      identity: startOf(seller.identity, PUNCHOUT_LIMITS.identity),
    },
    isTest: attribute(request, 'deploymentMode').toLowerCase() === 'test',
  }
}

const partners = (node: Node): Partner[] =>
  children(node, 'Credential').map((credential) => ({ domain: attribute(credential, 'domain'), identity: textOf(credential, 'Identity') }))

/** The name of the document in a request, such as 'OrderRequest'. */
export function documentName(request: Node): string {
  const name = Object.keys((request ?? {}) as object).find((key) => /^[A-Z]/.test(key)) ?? ''
  return startOf(name, NAME_LENGTH)
}

import { startOf } from '#contract/basics/start-of.ts'
import { PUNCHOUT_LIMITS } from '#contract/quotes/punchout.ts'
import { Refusal } from '#readers/refusal.ts'
import { within } from './fields.ts'
import { readOrder, type PurchaseOrder } from './read-order.ts'
import { readSetup, type CxmlSetup } from './read-setup.ts'
import { attribute, below, children, decodeXml, malformed, notAcceptable, readXml, textOf, type XmlElement } from './read-xml.ts'

/** How a message names a partner. */
export type Partner = { domain: string; identity: string }

/** Who sends a message to whom, each by all of its names. `secrets` are those of the sender. */
export type CxmlHeader = { payloadId: string; from: Partner[]; to: Partner[]; secrets: string[] }

/** A request to the shop. `isTest`: it must have no effect. */
export type CxmlMessage = { header: CxmlHeader; isTest: boolean; request: CxmlSetup | PurchaseOrder | { kind: 'profile' } }

/** Names of one partner; each secret is looked up. */
const MOST_CREDENTIALS = 10
/** Longest name of an element that a refusal repeats. */
const NAME_LENGTH = 60

/**
 * Reads who sends a message, by its beginning. `isWhole`: these are all of its bytes.
 * @throws Refusal 'malformed' and 'not-acceptable', also for a header that does not end within the bytes.
 */
export function readCxmlHeader(bytes: Uint8Array, isWhole: boolean): CxmlHeader {
  const ended = `The Header has to end within the first ${Math.floor(bytes.length / 1024)} kilobytes of the message.`
  return readHeader(readXml(decodeXml(bytes, isWhole), { upTo: 'Header', ...(!isWhole && { ended }) }))
}

/** @throws Refusal 'malformed' and 'not-acceptable'; 'not-taken' for a request that the shop does not take. */
export function readCxml(bytes: Uint8Array): CxmlMessage {
  const document = readXml(decodeXml(bytes))
  const header = readHeader(document)
  const [request, ...more] = children(document, 'Request')
  if (!request || more.length > 0) throw notAcceptable('This is no request of cXML.')
  if (children(document, 'Header').length > 1) throw malformed('The message has more than one Header.')
  return { header, isTest: attribute(request, 'deploymentMode').toLowerCase() === 'test', request: readRequest(request) }
}

function readRequest({ children: [content] }: XmlElement): CxmlMessage['request'] {
  if (content?.name === 'PunchOutSetupRequest') return readSetup(content)
  if (content?.name === 'OrderRequest') return readOrder(content)
  if (content?.name === 'ProfileRequest') return { kind: 'profile' }
  throw new Refusal('not-taken', {
    sentence: `The shop does not take ${content ? startOf(content.name, NAME_LENGTH) : 'this request'}.`,
  })
}

function readHeader(document: XmlElement): CxmlHeader {
  const header = below(document, 'Header')
  if (document.name !== 'cXML' || !header) throw notAcceptable('This is no request of cXML.')
  const [from, to, sender] = ['From', 'To', 'Sender'].map((name) => children(below(header, name), 'Credential'))
  if (!from?.length || !sender?.length) throw malformed('The Header needs a Credential in From and in Sender.')
  if ([from, to, sender].some((credentials) => credentials!.length > MOST_CREDENTIALS)) {
    throw malformed(`The Header has at most ${MOST_CREDENTIALS} Credential of a partner.`)
  }
  return {
    payloadId: within(attribute(document, 'payloadID'), PUNCHOUT_LIMITS.cookie, 'payloadID'),
    from: from.map(partnerOf),
    to: to!.map(partnerOf),
    secrets: sender.map((credential) => textOf(credential, 'SharedSecret')).filter(Boolean),
  }
}

const partnerOf = (credential: XmlElement): Partner => ({
  domain: within(attribute(credential, 'domain'), PUNCHOUT_LIMITS.identity, 'The domain of a Credential'),
  identity: within(textOf(credential, 'Identity'), PUNCHOUT_LIMITS.identity, 'Identity'),
})

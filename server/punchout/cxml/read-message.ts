import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { CxmlMessage, Partner } from '#readers/cxml/read-message.ts'
import type { Kind, ReadOf } from '#readers/readers.ts'
import type { Connected } from '../../platform/http/caller.ts'
import type { ToRead } from '../../platform/reading/open-readers.ts'
import { limitFairly } from '../../platform/reading/limit-fairly.ts'
import type { Services } from '../../services.ts'
import { admitConnection } from '../admit-connection.ts'
import { CxmlRefusal } from './refusal.ts'

/** A request whose sender was admitted. `seller` is its name of the shop. `isTest`: it must have no effect. */
export type Admitted<Request = CxmlMessage['request']> = {
  request: Request
  caller: Connected
  payloadId: string
  seller: Partner
  isTest: boolean
}

/** What is read of a message before its sender is admitted. */
export const HEADER_BYTES = 64 * 1024

/** A network sends the messages of many buyers, often at once. They are small, so more may wait than files of one person. */
const inTurn = limitFairly({ places: 10, waiting: 1_000, waitingOfOwner: 200 })
const readInQueue = <K extends Kind>({ readers }: Services, file: ToRead<K>): Promise<ReadOf<K>> =>
  inTurn({ owner: file.owner, size: file.bytes.length, isLast: false }, () => readers.read(file))

/**
 * Admits the sender of a message, by a shared secret of `Sender` and an identity of `From`, since a network may send for a buyer; then
 * reads the whole of it. `sender` is whose files it waits with until then.
 * @throws Refusal; CxmlRefusal 400; ShopError CONNECTION_REFUSED, TOO_MANY_REQUESTS, BUSY.
 */
export async function readMessage(
  shop: Services,
  { ip, sender }: Pick<FastifyRequest, 'ip'> & { sender: string },
  bytes: Buffer,
  beginning: Buffer,
): Promise<Admitted> {
  const isWhole = beginning.length === bytes.length
  const header = await readInQueue(shop, { kind: 'cxmlHeader', owner: sender, bytes: beginning, options: { isWhole } })
  const caller = await admitConnection(shop, { ip }, { kind: 'cxml', names: header.from, secrets: header.secrets })
  const message = await readInQueue(shop, { kind: 'cxml', owner: caller.userId, bytes })
  if (!isDeepStrictEqual(message.header, header)) throw new CxmlRefusal(400, 'The Header is unclear.')
  const [seller = { domain: '', identity: '' }] = header.to
  return { request: message.request, caller, payloadId: header.payloadId, seller, isTest: message.isTest }
}

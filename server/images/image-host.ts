import Type from 'typebox'
import { Check } from 'typebox/value'
import { TEXT_LIMITS } from '#contract/basics/limits.ts'
import { startOf } from '#contract/basics/start-of.ts'
import type { ServiceSettings } from '../platform/settings/services.ts'
import { askExternal, PATIENCE, type Answer, type Patience } from './ask-external.ts'
import type { ImageStore } from './image-store.ts'
import { StoreUnavailable } from './store-unavailable.ts'

export type ImageHostSettings = Extract<ServiceSettings['pictures'], { store: 'host' }>

/** An upload is not idempotent, so it is sent once, with the whole time budget. */
const ATTEMPTS = 1
const MAX_ANSWER_BYTES = 64 * 1024

/** The fields of the host's answer that are read. Specification section 7, "Image hosting". */
const HostAnswer = Type.Object({ success: Type.Literal(true), data: Type.Object({ url: Type.String() }) })
/** The usual form of an error from hosts of this kind. */
const HostRefusal = Type.Object({ error: Type.Object({ message: Type.String() }) })

/**
 * Pictures at an external image host: multipart field `image`, with a key that never leaves the server. Only the largest
 * WebP is sent. The specified host has no call to remove a picture, so discarded pictures stay there.
 */
export function imageHost(settings: ImageHostSettings, patience: Patience = PATIENCE): ImageStore {
  return {
    async keep({ name, files: [largest] }) {
      const answer = await askExternal('the image host', async () => uploadRequest(settings, name, largest.bytes), {
        attemptMs: patience.totalMs,
        totalMs: patience.totalMs,
        attempts: ATTEMPTS,
        maxBytes: MAX_ANSWER_BYTES,
      })
      return readAddress(settings, answer)
    },
    read: async () => undefined,
    discard: async () => {},
  }
}

function uploadRequest({ url, key, keyName, keyIn }: ImageHostSettings, name: string, bytes: Buffer): Request {
  const address = new URL(url)
  const form = new FormData()
  if (keyIn === 'query') address.searchParams.set(keyName, key)
  else form.set(keyName, key)
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/webp' }), name)
  return new Request(address, { method: 'POST', body: form, headers: { accept: 'application/json' } })
}

/**
 * The address of the picture in the host's answer.
 * @throws StoreUnavailable when the host refused the picture, or returned an address outside the allowed hosts.
 */
function readAddress(settings: ImageHostSettings, { status, body }: Answer): string {
  const answer = parseJson(body)
  if (status < 200 || status > 299 || !Check(HostAnswer, answer)) {
    const words = Check(HostRefusal, answer) ? `: ${withoutKey(answer.error.message, settings.key)}` : ''
    throw new StoreUnavailable(`the image host did not take a picture (${status})${words}`)
  }
  const address = URL.parse(answer.data.url)
  if (!address || !isAllowed(address, settings.hosts)) {
    throw new StoreUnavailable('the image host answered with an address that is not https at IMAGE_HOST_SERVES_FROM')
  }
  return address.href
}

const isAllowed = ({ protocol, host, username, password, href }: URL, hosts: string[]) =>
  protocol === 'https:' && hosts.includes(host) && username === '' && password === '' && href.length <= TEXT_LIMITS.imageUrl

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The host's sentence on one line. Hosts often repeat the refused key in it. */
function withoutKey(sentence: string, key: string): string {
  const hidden = [key, encodeURIComponent(key)].reduce((text, form) => text.replaceAll(form, '(the key)'), sentence)
  return startOf(hidden.replace(/\s+/g, ' '), 200)
}

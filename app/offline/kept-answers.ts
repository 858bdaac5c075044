import { answerCacheOf, browserCaches } from '#app/offline/answer-caches.ts'

const MAX_ANSWERS = 50

export type KeptAnswer = {
  data: unknown
  /** By this device's clock, in milliseconds. */
  readAt: number
}

/** Any address will do: it is never asked for. */
const addressOf = (key: string) => `/kept-answer?${encodeURIComponent(key)}`

/**
 * Keeps the newest answers of one person.
 * @param isStillTheirs asked again after writing: a sign-out meanwhile has removed what was there until then.
 */
export async function keepAnswer(uid: string, key: string, { data, readAt }: KeptAnswer, isStillTheirs: () => boolean): Promise<void> {
  const caches = browserCaches()
  if (!caches) return
  const answers = await caches.open(answerCacheOf(uid))
  await answers.delete(addressOf(key))
  await answers.put(addressOf(key), new Response(JSON.stringify(data), { headers: { 'read-at': String(readAt) } }))
  const keys = await answers.keys()
  await Promise.all(keys.slice(0, -MAX_ANSWERS).map((oldest) => answers.delete(oldest)))
  if (!isStillTheirs()) await caches.delete(answerCacheOf(uid))
}

export async function keptAnswer(uid: string, key: string): Promise<KeptAnswer | undefined> {
  const answer = await browserCaches()?.match(addressOf(key), { cacheName: answerCacheOf(uid) })
  return answer && { data: (await answer.json()) as unknown, readAt: Number(answer.headers.get('read-at')) }
}

import { randomUUID } from 'node:crypto'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestShop } from '../shops/open-shop.ts'

/** A browser on a page of the shop: keeps cookies and names its page's origin, as browsers do. */
export type Browser = {
  cookies: Map<string, string>
  /** Sends the cookies, the page's origin, and `headers`; a header that is undefined is left out. */
  call(
    method: NonNullable<InjectOptions['method']>,
    path: string,
    body?: unknown,
    headers?: Record<string, string | undefined>,
  ): Promise<LightMyRequestResponse>
}

/** `address` is the network address that the server sees. */
export function openBrowser({ app, services }: TestShop, { address = '127.0.0.1' } = {}): Browser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async call(method, path, body, headers = {}) {
      const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
      const sent = { origin: services.settings.shopUrl, cookie: cookie || undefined, ...headers }
      const answer = await app.inject({
        method,
        url: `/api${path}`,
        remoteAddress: address,
        headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
        ...(body !== undefined && { payload: body as object }),
      })
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0) cookies.delete(name)
        else cookies.set(name, encodeURIComponent(value))
      }
      return answer
    },
  }
}

export const goodPassword = 'Soldering-Iron-7'

/** A visitor who has not registered yet. */
export const newPerson = (name = 'Ann') => ({
  name,
  email: `${name.toLowerCase()}-${randomUUID().slice(-12)}@example.com`,
  password: goodPassword,
})

/** A browser in which a new person has just registered. */
export async function registeredBrowser(shop: TestShop, person = newPerson()) {
  const browser = openBrowser(shop)
  const answer = await browser.call('POST', '/auth/sign-up/email', person)
  if (answer.statusCode !== 200) throw new Error(`Registration was refused: ${answer.body}`)
  return { browser, person }
}

/** The access token of the person signed in to a browser. */
export async function syncedToken(browser: Browser, email: string): Promise<string> {
  const answer = await browser.call('PUT', `/user/${email}`, { email })
  if (answer.statusCode !== 200) throw new Error(`The sync was refused: ${answer.body}`)
  return answer.json<{ token: string }>().token
}

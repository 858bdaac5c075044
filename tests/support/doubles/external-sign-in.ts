import type { LightMyRequestResponse } from 'fastify'
import type { Identity } from '#contract/people/users.ts'
import type { Browser } from '../browser/browser.ts'

/** The first step of a sign-in at an external issuer: the shop sends the browser there. */
export const start = (browser: Browser, id = 'oidc') => browser.call('GET', `/auth/outside/${id}/start`)

/** Parameters that the issuer adds to the callback address. */
export async function visitIssuer(started: LightMyRequestResponse): Promise<URLSearchParams> {
  const answer = await fetch(started.headers.location as string, { redirect: 'manual' })
  return new URL(answer.headers.get('location')!).searchParams
}

/** The last step: the browser is back from the issuer. */
export const comeBack = (browser: Browser, query: URLSearchParams, id = 'oidc') =>
  browser.call('GET', `/auth/outside/${id}/callback?${query}`)

/** All steps. */
export async function signInAt(browser: Browser, id = 'oidc'): Promise<LightMyRequestResponse> {
  return comeBack(browser, await visitIssuer(await start(browser, id)), id)
}

/** The message of the window to the shop's page. */
export function outcomeIn(page: LightMyRequestResponse): unknown {
  const data = /data-outcome="([^"]*)"/.exec(page.body)?.[1] ?? ''
  return JSON.parse(data.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))))
}

/** The person signed in to a browser. */
export async function currentOf(browser: Browser): Promise<Identity | null> {
  return (await browser.call('GET', '/auth/get-session')).json<{ identity: Identity | null }>().identity
}

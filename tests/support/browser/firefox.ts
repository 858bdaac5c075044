import { existsSync } from 'node:fs'
import type { Browser } from '@playwright/test'

/**
 * The Firefox for the journeys: `FIREFOX_PATH`. Undefined without it: an installed one must not change results.
 * @throws Error where there is none.
 */
export function findFirefox(): string | undefined {
  const path = process.env['FIREFOX_PATH']
  if (path && !existsSync(path)) throw new Error(`There is no Firefox at FIREFOX_PATH, ${path}.`)
  return path || undefined
}

/** What Playwright keeps behind a browser that it drives by WebDriver BiDi. */
type DrivenByBidi = Browser & {
  _connection: { toImpl(browser: Browser): { _browserSession: Session } }
}
type Session = { send(method: string, params?: object): Promise<unknown> }

/**
 * Playwright drives a released Firefox except for two things, which are replaced here for all its pages.
 * - It always sets media features, which this Firefox does not know yet.
 * - It writes into a field by assigning its value. React does not take that for typing, and a number is appended.
 */
export async function adaptFirefox(browser: Browser): Promise<void> {
  const { _browserSession: session } = (browser as DrivenByBidi)._connection.toImpl(browser)
  const sessions = Object.getPrototypeOf(session) as Session
  const { send } = sessions
  sessions.send = function (method, params) {
    return method === 'emulation.setMediaFeaturesOverride' ? Promise.resolve() : send.call(this, method, params)
  }
  await session.send('script.addPreloadScript', { functionDeclaration: String(typeAsUsersDo) })
}

/** Runs in each page before its scripts. */
function typeAsUsersDo(): void {
  Object.defineProperty(globalThis, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => {},
  })
}

import { chromium, type Browser } from 'playwright-core'
import { findBrowser } from './find-browser.ts'

/**
 * Starts the Chromium of `findBrowser`.
 * @param needs.args further arguments.
 */
export async function launchBrowser({ args: more = [], ...needs }: { whole?: boolean; args?: string[] } = {}): Promise<Browser> {
  const { executablePath, args, env } = await findBrowser(needs)
  return chromium.launch({ executablePath, args: [...args, ...more], env: { ...(process.env as Record<string, string>), ...env } })
}

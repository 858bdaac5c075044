import { expect, test } from 'vitest'
import { openBrowser, registeredBrowser } from '#tests/support/browser/browser.ts'
import { reportFigure } from '#tests/support/load/figures.ts'
import { openShop } from '#tests/support/shops/open-shop.ts'

/** Guesses in all, and the addresses they come from. */
const GUESSES = Number(process.env['DEEP_GUESSES'] ?? 10_000)
const ADDRESSES = Math.ceil(GUESSES / 10)
const AT_ONCE = 50

test('of 10,000 guesses at one account from 1,000 addresses, some of them in a browser that it knows, at most 100 are evaluated in an hour (40) (G12)', async () => {
  const shop = await openShop({ rateLimit: true })
  const { browser: known, person } = await registeredBrowser(shop)
  const codes: Record<string, number> = {}
  const guess = async (index: number) => {
    const number = index % ADDRESSES
    const address = `10.${(number >> 16) + 32}.${(number >> 8) & 255}.${number & 255}`
    const browser = openBrowser(shop, { address })
    if (index % 10 === 0) for (const [name, value] of known.cookies) browser.cookies.set(name, value)
    const answer = await browser.call(
      'POST',
      '/auth/sign-in/email',
      { email: person.email, password: `Wrong-Guess-${index}` },
      { 'x-forwarded-for': `203.0.${(index >> 8) & 255}.${index & 255}` },
    )
    const { code } = answer.json<{ code: string }>()
    codes[code] = (codes[code] ?? 0) + 1
  }
  const begun = performance.now()

  for (let index = 0; index < GUESSES; index += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, GUESSES - index) }, (_, more) => guess(index + more)))
  }

  const evaluated = GUESSES - (codes['TOO_MANY_REQUESTS'] ?? 0)
  const seconds = (performance.now() - begun) / 1_000
  // A window can end in the middle of an attack, so an hour sees at most two of them.
  reportFigure('G12', `${evaluated} of ${GUESSES} guesses evaluated in ${seconds.toFixed(0)} s, ${2 * evaluated} in the worst hour`, '100')
  expect(2 * evaluated).toBeLessThanOrEqual(100)
  expect(codes).toEqual({ CREDENTIALS_WRONG: evaluated, TOO_MANY_REQUESTS: GUESSES - evaluated })
})

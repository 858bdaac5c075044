import { expect, test } from 'vitest'
import { shopCalendar } from '#contract/parts/lead-time.ts'
import type { PaymentSetup } from '#contract/payments/payments.ts'
import type { PaymentWays } from '#contract/payments/transfers.ts'
import { choicesOf, chosenOf } from './choices.ts'

const setup: PaymentSetup = { provider: 'sandbox', publishableKey: '', leastAtOnce: 0.5, mostByCard: 999_999.99 }
const account = { holder: 'Sample Seller', iban: 'DE02120300000000202051', bic: '', bankName: '' }
const transfer = { days: 7, chosen: false, reference: null, received: 0, account }
const onAccount = { netDays: 30 as const, left: 50_000, enough: true, leadDays: null }
const ways: PaymentWays = { due: 2_500, card: { most: 999_999.99, allowed: true }, transfer, onAccount }
const above = { ...ways, due: 1_200_000, card: { ...ways.card, allowed: false }, onAccount: { ...onAccount, enough: false } }

const calendar = shopCalendar([], new Date('2026-11-27T12:00Z'))
const choices = (...of: [ways: PaymentWays | undefined, setup: PaymentSetup | undefined]) => choicesOf(...of, calendar)
const shown = (...of: Parameters<typeof choices>) => choices(...of).map(({ value, problem }) => [value, problem])

test('card, bank transfer and on account are offered in this order, and the card is chosen', () => {
  expect(shown(ways, setup)).toEqual([
    ['card', undefined],
    ['transfer', undefined],
    ['account', undefined],
  ])
  expect(chosenOf(choices(ways, setup), ways, undefined)).toBe('card')
})

test('above what a card takes the bank transfer is first and chosen, and the others say why they cannot be', () => {
  expect(shown(above, setup)).toEqual([
    ['transfer', undefined],
    ['card', 'One card payment can be at most $999,999.99. Please choose another way.'],
    ['account', 'This is more than is left of your limit on account, $50,000.00.'],
  ])
  expect(chosenOf(choices(above, setup), above, 'card')).toBe('transfer')
})

test('what the shop does not offer is no choice, and of an order that is to be paid at once the transfer says so', () => {
  const cardAlone = { ...ways, transfer: null, onAccount: null }
  const { mostByCard: _, ...withoutTransfer } = setup

  expect(shown(cardAlone, withoutTransfer)).toEqual([['card', undefined]])
  expect(shown(cardAlone, setup)).toEqual([
    ['card', undefined],
    ['transfer', expect.stringContaining('kept for some minutes only, to be paid by card')],
  ])
  expect(shown(undefined, undefined)).toEqual([['card', undefined]])
})

test('a transfer that was chosen before is shown again, and one of which a part is there can only be completed', () => {
  const chosen = { ...ways, transfer: { ...transfer, chosen: true } }
  const partly = {
    ...ways,
    card: { ...ways.card, allowed: false },
    transfer: { ...transfer, chosen: true, received: 100 },
    onAccount: null,
  }

  expect(chosenOf(choices(chosen, setup), chosen, undefined)).toBe('transfer')
  expect(chosenOf(choices(chosen, setup), chosen, 'card')).toBe('card')
  expect(shown(partly, setup)[1]).toEqual(['card', expect.stringContaining('A part of this has arrived by bank transfer')])
})

test('a bill below the least that a card takes says both sums', () => {
  const below = { ...ways, due: 0.3, card: { ...ways.card, allowed: false } }

  expect(shown(below, setup).at(-1)).toEqual(['card', '$0.30 is less than one card payment can take ($0.50).'])
})

test('an order on account says by which day it ships, and from when the days to pay count', () => {
  const leadOf = (leadDays: number | null) => choices({ ...ways, onAccount: { ...onAccount, leadDays } }, setup).at(-1)?.lead

  expect(leadOf(null)).toBe('Ships by Tue 1 Dec; you pay within 30 days. $50,000.00 of your limit is left.')
  expect(leadOf(5)).toBe('Ships by Fri 4 Dec; you pay within 30 days after it has left. $50,000.00 of your limit is left.')
})

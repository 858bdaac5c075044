import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import { freightMessages, type WantedFreight } from '#contract/freight/freight.ts'
import { freightCalls, type AnsweredChoice, type FreightChoices, type FreightQuestion } from '#contract/freight/methods.ts'
import type { ShipTo } from '#contract/orders/ship-to.ts'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { keyOf, readAgain } from '#app/api/queries.ts'
import type { loader as rootLoader } from '#app/root.tsx'

type Place = { shipTo?: ShipTo | undefined; address?: string; country?: string | undefined }

/** An address as calls about freight and tax take it. */
export const placeOf = ({ country, postalCode, city, state, street }: ShipTo) => ({
  country,
  postalCode,
  city,
  street,
  ...(state && { state }),
})

type UseFreightProps = Pick<FreightQuestion, 'lines' | 'quote'> &
  Place & {
    /** Addresses of lines that go elsewhere, by their rows. */
    elsewhere?: ReadonlyMap<number, ShipTo>
    /** Freight is no matter here, as for an offer that has its own. */
    disabled?: boolean
  }

/** Goods that go to one address, and the freight that is chosen for them; undefined where no method reaches it. */
export type ChosenConsignment = FreightChoices['consignments'][number] & {
  /** Names it while the screen is open. */
  key: string
  chosen: AnsweredChoice | undefined
  account: string
  choose: (method: string) => void
  enterAccount: (account: string) => void
}

export type Freight = {
  /** The shop has methods; without them nothing of freight is shown or sent. */
  isOffered: boolean
  /** The shop has said that it has no methods. Whatever else is due has to be the amount shown, which is sent along. */
  isNone: boolean
  /** The address is known as far as freight depends on it. */
  isPlaced: boolean
  /** After a refusal: what is offered may be another by now. */
  readAgain: () => void
  consignments: ChosenConsignment[]
  /** Dollars without tax; undefined where the shop tells a part of it by an offer. */
  total: number | undefined
  /** The shop must be asked before this can be ordered. The button that asks is another element than the one that orders: a press that began on one never does the other. */
  isAsked: boolean
  /** A collected delivery is chosen, and its account is not entered. */
  missingAccounts: ChosenConsignment[]
  /** The choice of the consignment of a line, as an order sends it. */
  wantedFor: (row: number) => WantedFreight | undefined
  /** The same by the key of a consignment; the lines that go to the usual address have the empty one. */
  wantedOf: (key: string) => WantedFreight | undefined
  /** Dollars of freight that a line carries where amounts are taxed: all of its consignment with its first line. */
  carriedBy: (row: number) => number
}

/** The choices of freight for lines or a quote, and what is chosen: the cheapest until the buyer says otherwise. */
export function useFreight({
  lines,
  quote,
  shipTo,
  address = '',
  country,
  elsewhere = new Map(),
  disabled = false,
}: UseFreightProps): Freight {
  // A page that was opened before the first method says so when an order is refused.
  const offersFreight = useRouteLoaderData<typeof rootLoader>('root')?.offersFreight === true
  const [wasRefused, setWasRefused] = useState(false)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [accounts, setAccounts] = useState<ReadonlyMap<string, string>>(new Map())
  const question: FreightQuestion = {
    ...(lines && { lines }),
    ...(quote && { quote }),
    ...(shipTo ? { shipTo: placeOf(shipTo) } : { ...(address && { address }), ...(country && { country }) }),
    ...(elsewhere.size > 0 && { elsewhere: Array.from(elsewhere, ([row, to]) => ({ row, shipTo: placeOf(to) })) }),
  }
  const found = useQuery({
    queryKey: [...keyOf(freightCalls.choices), question],
    queryFn: async ({ signal }) => ({ ...(await callApi(freightCalls.choices, { body: question, signal })), asked: question }),
    placeholderData: keepPreviousData,
    enabled: !disabled && (offersFreight || wasRefused),
  })
  const isOffered = found.data?.offered === true && !disabled

  const consignments = (isOffered ? found.data!.consignments : []).map((consignment): ChosenConsignment => {
    const to = elsewhere.get(consignment.rows[0]!)
    const key = to ? JSON.stringify(placeOf(to)) : ''
    const { choices } = consignment
    // A method that is gone, or reaches another address no more, gives way to the cheapest.
    const choice = choices.find(({ method }) => method === chosen.get(key)) ?? cheapestOf(choices)
    return {
      ...consignment,
      key,
      chosen: choice,
      account: accounts.get(key) ?? '',
      choose: (method) => setChosen((before) => new Map(before).set(key, method)),
      enterAccount: (account) => setAccounts((before) => new Map(before).set(key, account)),
    }
  })
  // Of the address that was asked for: the one that is entered may have changed since. A text may be reached once its country is chosen.
  const { asked } = found.data ?? {}
  const isReached = consignments.every(({ choices }) => choices.length > 0)
  const isPlaced = Boolean(asked?.shipTo ?? asked?.country) || (Boolean(asked?.address?.trim()) && isReached)
  const isUntold = consignments.some(({ chosen: choice }) => choice === undefined || choice.price === null)
  const cents = consignments.reduce((sum, { chosen: choice }) => sum + Math.round((choice?.price ?? 0) * 100), 0)
  return {
    isOffered,
    isNone: found.data?.offered === false && !disabled,
    isPlaced,
    readAgain: () => {
      setWasRefused(true)
      void readAgain(freightCalls.choices)
    },
    consignments,
    total: isUntold ? undefined : cents / 100,
    isAsked: isUntold && isPlaced,
    missingAccounts: consignments.filter(({ chosen: choice, account }) => choice?.kind === 'collected' && account.trim() === ''),
    wantedFor: (row) => wanted(consignments.find(({ rows }) => rows.includes(row))),
    wantedOf: (key) => wanted(consignments.find((one) => one.key === key)),
    carriedBy: (row) => consignments.find(({ rows }) => rows[0] === row)?.chosen?.price ?? 0,
  }
}

function wanted(consignment: ChosenConsignment | undefined): WantedFreight | undefined {
  if (!consignment?.chosen) return undefined
  const { kind, method } = consignment.chosen
  return { method, ...(kind === 'collected' && { account: consignment.account.trim() }) }
}

/** A refused choice, or the account with it: of the usual address, or of a line that goes elsewhere. */
const REFUSED = /^(?:orderItem\.|lines\.(\d+)\.)?freight(\.account)?$/

/** Refusals of choices by the keys of their consignments, the account's at `KEY.account`; empty where none was refused. */
export function freightRefusals(error: unknown, { consignments }: Freight): ReadonlyMap<string, string> {
  const fields = error instanceof ApiError ? (error.fields ?? []) : []
  return new Map(
    fields.flatMap(({ field, message }) => {
      const [named, row, account = ''] = REFUSED.exec(field) ?? []
      if (named === undefined) return []
      const key = row === undefined ? '' : consignments.find(({ rows }) => rows.includes(Number(row)))?.key
      return key === undefined ? [] : [[`${key}${account}`, message] as const]
    }),
  )
}

/** What is missing before an order can be sent: accounts with carriers, each at its field. */
export const accountsMissing = ({ missingAccounts }: Freight): ReadonlyMap<string, string> =>
  new Map(missingAccounts.map(({ key }) => [`${key}.account`, freightMessages.accountRequired]))

/** One with a price before one that is asked for; what is collected needs an account, and is chosen last. */
function cheapestOf(choices: AnsweredChoice[]): AnsweredChoice | undefined {
  const first = (...kinds: AnsweredChoice['kind'][]) => choices.find(({ kind }) => kinds.includes(kind))
  return first('priced', 'free') ?? first('asked') ?? choices[0]
}

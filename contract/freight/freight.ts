import Type, { type Static } from 'typebox'
import { idOf, MESSAGE, nullable, strictObject, text } from '../basics/fields.ts'
import { carrierIds, type CarrierId } from '../orders/carriers.ts'

/** Incoterms 2020 of the shop's methods: who pays the freight, and where the risk passes to the buyer. */
export const incoterms = {
  EXW: 'Ex works: you collect the goods, and pay all of the way.',
  FCA: 'Free carrier: we hand the goods to your carrier, cleared for export.',
  CPT: 'Carriage paid to: we pay the freight; the risk is yours from the first carrier on.',
  CIP: 'Carriage and insurance paid to: we pay freight and insurance; the risk is yours from the first carrier on.',
  DAP: 'Delivered at place: we bring the goods; you unload them, and pay import duty and import tax.',
  DPU: 'Delivered at place unloaded: we bring and unload the goods; you pay import duty and import tax.',
  DDP: 'Delivered duty paid: we bring the goods, and pay import duty and import tax.',
} as const
export type IncotermCode = keyof typeof incoterms
export const incotermCodes = Object.keys(incoterms) as IncotermCode[]

/** A term with its place, such as `FCA Hamburg`. */
export type Incoterm = { code: IncotermCode; place: string }

/** D terms end at the buyer's address, where no place is named; the others name theirs. */
export const needsPlace = (code: IncotermCode): boolean => !code.startsWith('D')

/** 'DAP Hamburg, Incoterms 2020' */
export const incotermWords = ({ code, place }: Incoterm) => `${[code, place].filter(Boolean).join(' ')}, Incoterms 2020`

/**
 * - `priced`: at a price
 * - `free`: the value of the goods makes it free
 * - `collected`: the buyer's carrier collects the goods, for the account that the buyer names
 * - `asked`: the shop tells the price with an offer
 */
export const freightKinds = ['priced', 'free', 'collected', 'asked'] as const
export type FreightKind = (typeof freightKinds)[number]

/** A method that reaches the address of a consignment. `cents` are without tax; null of one that is `asked`. */
export type FreightChoice = {
  methodId: string
  name: string
  /** An id of `carriers`; null where the method names none. */
  carrier: CarrierId | null
  kind: FreightKind
  cents: number | null
  incoterm: Incoterm
  /** Working days on the way; null where nobody has said. */
  transitDays: number | null
  /** Numbers of parts whose weight is missing, for which the price is `asked`. */
  missing: string[]
}

/** The freight of an order as it was decided, frozen with it; its price is a column of its own. `methodId` is null for that of an offer. */
export type OrderFreight = {
  methodId: string | null
  name: string
  carrier: CarrierId | null
  incoterm?: Incoterm
  /** The buyer's account with the carrier that collects. */
  account?: string
}

/** The freight of an order in answers. Absent without one. */
export const FreightOfOrder = Type.Object(
  {
    amount: Type.Number({
      minimum: 0,
      description: 'US dollars without tax: the share of this order in the freight of all that goes to its address',
    }),
    name: Type.String({ description: "The shop's name of the freight" }),
    carrier: nullable(Type.Enum(carrierIds)),
    incoterm: Type.Optional(
      Type.Object(
        { code: Type.Enum(incotermCodes), place: Type.String() },
        { description: 'Incoterms 2020: who pays the way, and until where' },
      ),
    ),
    account: Type.Optional(Type.String({ description: "The buyer's account with the carrier that collects the goods" })),
  },
  { description: 'Only where freight was chosen. `totalPrice` is without it' },
)
export type FreightOfOrder = Static<typeof FreightOfOrder>

/** The freight of an order for everybody with its tracking link: no price, and no account. */
export const FreightOfTracking = Type.Omit(FreightOfOrder, ['amount', 'account'], { description: 'Only where freight was chosen' })

export const ACCOUNT_LENGTH = 40

export const freightMessages = {
  accountInvalid: `Enter your account number with the carrier, at most ${ACCOUNT_LENGTH} characters.`,
  accountRequired: 'Enter your account number with the carrier that collects the goods.',
  methodEnded: 'This freight is not offered any more. Choose another one.',
  methodDoesNotReach: 'This freight does not reach the address. Choose another one.',
  choose: 'Choose the freight.',
  oneOfAddress: 'Goods that go to one address have one freight.',
  countryNeeded: 'Please choose the country of the address: the freight depends on it.',
  offeredToOne: 'The freight of this offer is for goods that go to one address.',
  /** Sums of goods and freight, such as '5173.32 USD by Pallets, with 45 USD in Shipping'; empty where the shop has no price for it. */
  statedOtherwise: (stated: number, ofShop: readonly string[]) =>
    `The order says ${stated} USD for goods and freight. It is ${ofShop.join(', or ')}.`,
  askForOffer: 'We tell you the freight to this address with an offer. Ask for an offer of your quote.',
} as const

/** The freight that a buyer has chosen. */
export const WantedFreight = strictObject({
  method: idOf('A freight method of the shop. The cheapest one with a price where nothing is chosen'),
  account: Type.Optional(
    text(ACCOUNT_LENGTH, { [MESSAGE]: freightMessages.accountInvalid, description: "The buyer's account with the carrier that collects" }),
  ),
})
export type WantedFreight = Static<typeof WantedFreight>

import type { FreightMethod, FreightMethodFields } from '#contract/freight/methods.ts'

/** A method in its form: figures as they are typed. */
export type MethodForm = Pick<FreightMethodFields, 'name' | 'carrier' | 'reach' | 'pricing' | 'incoterm' | 'place' | 'active'> & {
  countries: string[]
  /** The one of the postal codes. */
  country: string
  postalCodes: { from: string; to: string }[]
  weightSteps: { upToKg: string; price: string }[]
  furtherKg: string
  valueSteps: { from: string; price: string }[]
  percent: string
  kgPerPallet: string
  price: string
  freeFrom: string
  transitDays: string
  position: string
}

export const NEW_METHOD: MethodForm = {
  name: '',
  carrier: 'other',
  reach: 'everywhere',
  countries: [],
  country: '',
  postalCodes: [{ from: '', to: '' }],
  pricing: 'weight',
  weightSteps: [{ upToKg: '', price: '' }],
  furtherKg: '',
  valueSteps: [{ from: '0', price: '' }],
  percent: '',
  kgPerPallet: '',
  price: '',
  freeFrom: '',
  incoterm: 'DAP',
  place: '',
  transitDays: '2',
  position: '0',
  active: true,
}

const asTyped = (figure: number | null | undefined) => (figure === null || figure === undefined ? '' : String(figure))

export function formOf(method: FreightMethod): MethodForm {
  const { name, carrier, reach, pricing, incoterm, place, active, countries = [], postalCodes, weightSteps, valueSteps } = method
  return {
    ...NEW_METHOD,
    name,
    carrier,
    reach,
    pricing,
    incoterm,
    place,
    active,
    countries: reach === 'countries' ? countries : [],
    country: reach === 'postalCodes' ? (countries[0] ?? '') : '',
    ...(postalCodes && { postalCodes }),
    ...(weightSteps && { weightSteps: weightSteps.map(({ upToKg, price }) => ({ upToKg: String(upToKg), price: String(price) })) }),
    ...(valueSteps && { valueSteps: valueSteps.map(({ from, price }) => ({ from: String(from), price: String(price) })) }),
    furtherKg: asTyped(method.furtherKg),
    percent: asTyped(method.percent),
    kgPerPallet: asTyped(method.kgPerPallet),
    price: asTyped(method.price),
    freeFrom: asTyped(method.freeFrom),
    transitDays: String(method.transitDays),
    position: String(method.position),
  }
}

/** What is no number is sent as one that every field refuses, so that the shop says so at the field. */
const UNREADABLE = -1
const NUMBER = /^\$?\s*(?:\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.\d+)?\s*%?$/

const numberOf = (typed: string) => (NUMBER.test(typed.trim()) ? Number(typed.replaceAll(/[$,%\s]/g, '')) : UNREADABLE)
const numberOrNone = (typed: string) => (typed.trim() === '' ? null : numberOf(typed))

export function methodOf({ country, ...form }: MethodForm): FreightMethodFields {
  return {
    ...form,
    countries: form.reach === 'postalCodes' ? [country].filter(Boolean) : form.countries,
    postalCodes: form.reach === 'postalCodes' ? form.postalCodes : [],
    weightSteps: form.pricing === 'weight' ? readSteps(form.weightSteps, 'upToKg') : [],
    valueSteps: form.pricing === 'value' ? readSteps(form.valueSteps, 'from') : [],
    furtherKg: form.pricing === 'weight' ? numberOrNone(form.furtherKg) : null,
    percent: form.pricing === 'percent' ? numberOrNone(form.percent) : null,
    kgPerPallet: form.pricing === 'pallet' ? numberOrNone(form.kgPerPallet) : null,
    price: form.pricing === 'pallet' || form.pricing === 'fixed' ? numberOrNone(form.price) : null,
    freeFrom: form.pricing === 'collected' || form.pricing === 'asked' ? null : numberOrNone(form.freeFrom),
    transitDays: numberOf(form.transitDays),
    position: numberOf(form.position),
  }
}

const readSteps = <Bound extends 'upToKg' | 'from'>(steps: Record<Bound | 'price', string>[], bound: Bound) =>
  steps.map((step) => ({ [bound]: numberOf(step[bound]), price: numberOf(step.price) })) as Record<Bound | 'price', number>[]

import { readDollars } from '#contract/basics/dollar-text.ts'
import { incotermCodes, incoterms, needsPlace, type IncotermCode } from '#contract/freight/freight.ts'
import { methodMessages } from '#contract/freight/methods.ts'
import { offerMessages, type NewOffer } from '#contract/quotes/offers.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { freightMethodWords as methodWords } from '#app/words/freight-methods.ts'
import { quoteOfferWords as words } from '#app/words/quote-offers.ts'

/** `code` is empty without a term. */
export type TypedFreight = { price: string; name: string; code: IncotermCode | ''; place: string }

export const typedFreight = (freight?: NewOffer['freight']): TypedFreight => ({
  price: freight ? String(freight.amount) : '',
  name: freight?.name ?? '',
  code: freight?.incoterm?.code ?? '',
  place: freight?.incoterm?.place ?? '',
})

const isPlaceMissing = ({ code, place }: TypedFreight) => code !== '' && needsPlace(code) && place.trim() === ''

/** What an offer says of freight, from its typed fields; `{}` where both are empty, undefined while one of them cannot be read. */
export function readFreight(typed: TypedFreight): Pick<NewOffer, 'freight'> | undefined {
  const [price, name] = [typed.price.trim(), typed.name.trim()]
  if (price === '' && name === '') return {}
  const cents = readPrice(price)
  if (cents === undefined || name === '' || isPlaceMissing(typed)) return undefined
  const { code } = typed
  return { freight: { name, amount: cents / 100, ...(code !== '' && { incoterm: { code, place: typed.place.trim() } }) } }
}

const readPrice = (typed: string) => (/^\$?0+(?:\.0+)?$/.test(typed) ? 0 : readDollars(typed))

/** The fields of the freight of an offer. */
export function OfferFreight({ typed, onChange }: { typed: TypedFreight; onChange: (typed: TypedFreight) => void }) {
  const [price, name] = [typed.price.trim(), typed.name.trim()]
  const { code } = typed
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label={words.freightPrice}
        hint={words.freightPriceHint}
        inputMode="decimal"
        autoComplete="off"
        maxLength={16}
        value={typed.price}
        error={(price !== '' || name !== '') && readPrice(price) === undefined ? offerMessages.freightAmount : undefined}
        onChange={({ target }) => onChange({ ...typed, price: target.value })}
      />
      <TextField
        label={words.freightName}
        autoComplete="off"
        maxLength={80}
        value={typed.name}
        error={price !== '' && name === '' ? offerMessages.freightName : undefined}
        onChange={({ target }) => onChange({ ...typed, name: target.value })}
      />
      {price !== '' && (
        <SelectField
          label={methodWords.term}
          hint={code === '' ? undefined : incoterms[code]}
          value={code}
          options={[['', words.noTerm] as const, ...incotermCodes.map((term) => [term, term] as const)]}
          onChange={({ target }) => onChange({ ...typed, code: incotermCodes.find((term) => term === target.value) ?? '' })}
        />
      )}
      {price !== '' && code !== '' && (
        <TextField
          label={methodWords.place}
          hint={needsPlace(code) ? undefined : methodWords.placeAtAddress}
          autoComplete="off"
          maxLength={100}
          value={typed.place}
          error={isPlaceMissing(typed) ? methodMessages.placeMissing(code) : undefined}
          onChange={({ target }) => onChange({ ...typed, place: target.value })}
        />
      )}
    </div>
  )
}

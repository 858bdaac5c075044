import { readDollars } from '#contract/basics/dollar-text.ts'
import { offerMessages, type NewOffer } from '#contract/quotes/offers.ts'
import { TextField } from '#app/ui/field.tsx'
import { quoteOfferWords as words } from '#app/words/quote-offers.ts'

export type TypedFreight = { price: string; name: string }

export const typedFreight = (freight?: NewOffer['freight']): TypedFreight => ({
  price: freight ? String(freight.amount) : '',
  name: freight?.name ?? '',
})

/** What an offer says of freight, from its typed fields; `{}` where both are empty, undefined while one of them cannot be read. */
export function readFreight(typed: TypedFreight): Pick<NewOffer, 'freight'> | undefined {
  const [price, name] = [typed.price.trim(), typed.name.trim()]
  if (price === '' && name === '') return {}
  const cents = readPrice(price)
  return cents === undefined || name === '' ? undefined : { freight: { name, amount: cents / 100 } }
}

const readPrice = (typed: string) => (/^\$?0+(?:\.0+)?$/.test(typed) ? 0 : readDollars(typed))

/** The fields of the freight of an offer. */
export function OfferFreight({ typed, onChange }: { typed: TypedFreight; onChange: (typed: TypedFreight) => void }) {
  const [price, name] = [typed.price.trim(), typed.name.trim()]
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
    </div>
  )
}

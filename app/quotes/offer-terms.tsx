import { formatAmount } from '#contract/basics/figures.ts'
import { incotermWords } from '#contract/freight/freight.ts'
import type { Quote } from '#contract/quotes/quotes.ts'
import { Notice } from '#app/ui/notice.tsx'
import { freightWords } from '#app/words/freight.ts'
import { quoteOfferWords as words } from '#app/words/quote-offers.ts'

/** Says that a version of a quote is an offer, and its terms. */
export const OfferTerms = ({ offer: { terms, freight }, isShared = false }: { offer: NonNullable<Quote['offer']>; isShared?: boolean }) => (
  <Notice tone="success">
    <strong>{words.offerOfShop}</strong> <span>{!isShared && words.editedEnds}</span>
    {freight && (
      <p className="mt-2 wrap-anywhere">
        {words.offeredFreight(freight.name, freight.amount === 0 ? freightWords.free : formatAmount(freight.amount))}
        {freight.incoterm && <span className="block text-soft">{incotermWords(freight.incoterm)}</span>}
      </p>
    )}
    {terms !== '' && (
      <p className="mt-2 whitespace-pre-line wrap-anywhere">
        {words.terms}: {terms}
      </p>
    )}
  </Notice>
)

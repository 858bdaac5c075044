import { Notice } from '#app/ui/notice.tsx'
import { quoteOfferWords as words } from '#app/words/quote-offers.ts'

/** Says that a version of a quote is an offer, and its terms. */
export const OfferTerms = ({ terms, isShared = false }: { terms: string; isShared?: boolean }) => (
  <Notice tone="success">
    <strong>{words.offerOfShop}</strong> <span>{!isShared && words.editedEnds}</span>
    {terms !== '' && (
      <p className="mt-2 whitespace-pre-line wrap-anywhere">
        {words.terms}: {terms}
      </p>
    )}
  </Notice>
)

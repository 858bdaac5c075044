import type { Quote } from '#contract/quotes/quotes.ts'
import { formatAmount } from '#contract/basics/figures.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Time } from '#app/ui/time.tsx'
import { quoteOfferWords as words } from '#app/words/quote-offers.ts'

/** Offers of the shop in other versions of a quote, which can be ordered until they end. `pathOf` leads to a version. */
export const OtherOffers = ({ quote, pathOf }: { quote: Pick<Quote, 'version' | 'offers'>; pathOf: (version: number) => string }) =>
  quote.offers
    .filter(({ version }) => version !== quote.version)
    .map(({ version, total, validUntil }) => (
      <Notice
        key={version}
        action={
          <ButtonLink variant="secondary" to={pathOf(version)}>
            {words.showVersion(version)}
          </ButtonLink>
        }
      >
        {words.otherHolds(version, formatAmount(total))} <Time value={validUntil} />.
      </Notice>
    ))

import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { imageSrcSet } from '#contract/parts/images.ts'
import { dayText } from '#contract/basics/day-text.ts'
import { formatUnitPrice } from '#contract/basics/figures.ts'
import { isOrderable, minimumOf, stepOf } from '#contract/orders/order-rule.ts'
import { leadDaysFor } from '#contract/parts/lead-time.ts'
import { partMediaCalls, type PartMedia } from '#contract/parts/part-media.ts'
import { partReviewCalls, type PartReviews } from '#contract/parts/part-reviews.ts'
import { partFactCalls, type PartFacts } from '#contract/parts/part-facts.ts'
import { relatedCalls, type RelatedParts } from '#contract/parts/related-parts.ts'
import { partCalls, type Part } from '#contract/parts/parts.ts'
import { isUnknown, LoadFailed } from '#app/ui/failure.tsx'
import { SignedIn } from '#app/identity/guards.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { useTitle } from '#app/layout/use-title.ts'
import { useLookAtSoldOut } from '#app/parts/use-look-at-sold-out.ts'
import { AddPiecesToQuote } from '#app/quotes/add-pieces-to-quote.tsx'
import { AskForPieces } from '#app/quotes/ask-for-pieces.tsx'
import { ChooseQuantity } from '#app/parts/choose-quantity.tsx'
import { Description } from '#app/parts/description.tsx'
import { factText, shownFacts } from '#app/parts/fact-text.ts'
import { PriceLadder } from '#app/parts/price-ladder.tsx'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { ShipDay, useShopCalendar } from '#app/parts/ship-day.tsx'
import { ReviewsOfPart } from '#app/reviews/reviews-of-part.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Page } from '#app/ui/page.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { layoutWords } from '#app/words/layout.ts'
import { shownTitle } from '#app/words/part-fields.ts'
import { shipDayWords } from '#app/words/ship-day.ts'
import { partDetailWords as words } from '#app/words/part-detail.ts'

export const meta = pageMeta(words.title)

/** Loaded for the parts that have them. */
const PartGallery = lazyPart(async () => (await import('#app/parts/part-gallery.tsx')).PartGallery)
const RelatedOfPart = lazyPart(async () => (await import('#app/parts/related-parts.tsx')).RelatedParts)
const WaitForPart = lazyPart(async () => (await import('#app/parts/related-parts.tsx')).WaitForPart)
const AskBeyondStock = lazyPart(async () => (await import('#app/parts/beyond-stock.tsx')).AskBeyondStock)
const AskSamples = lazyPart(async () => (await import('#app/quotes/ask-samples.tsx')).AskSamples)
const DocumentsOfPart = lazyPart(async () => (await import('#app/parts/document-list.tsx')).DocumentsOfPart)

/** Specification section 2, "Part detail". */
export default function PartDetail() {
  const { partsId = '' } = useParams()
  return (
    <SignedIn skeleton={<PartSkeleton />}>
      <PartScreen key={partsId} partsId={partsId} />
    </SignedIn>
  )
}

function PartScreen({ partsId }: { partsId: string }) {
  const part = useQuery(readOf(partCalls.one, { params: { id: partsId } }))
  // Loaded together with the part, so that the layout does not shift.
  const media = useQuery({ ...readOf(partMediaCalls.ofPart, { params: { id: partsId } }), retry: false })
  const reviews = useQuery({ ...readOf(partReviewCalls.ofPart, { params: { id: partsId } }), retry: false })
  const related = useQuery({ ...readOf(relatedCalls.ofPart, { params: { id: partsId } }), retry: false })
  const facts = useQuery({ ...readOf(partFactCalls.one, { params: { id: partsId } }), retry: false })

  if (isUnknown(part.error)) {
    return (
      <Page title={words.gone} lead={words.goneReason}>
        <ButtonLink to={paths.inventory}>{words.seeAllParts}</ButtonLink>
      </Page>
    )
  }
  if (part.data && !reviews.isPending && !facts.isPending && !media.isPending && !related.isPending) {
    return (
      <Suspense fallback={<PartSkeleton />}>
        <PartSheet part={part.data} media={media.data} reviews={reviews.data} facts={facts.data} related={related.data} />
      </Suspense>
    )
  }
  if (!part.error) return <PartSkeleton />
  return (
    <Page title={words.title}>
      <LoadFailed query={part} />
    </Page>
  )
}

/** Placeholder of a part during loading. */
function PartSkeleton() {
  return (
    <div className="shell py-3 pb-10 lg:pb-14">
      <Spinner text={words.loading} />
      <div aria-hidden="true" className="part">
        <div className="part-picture skeleton" />
        <div className="skeleton self-center h-10 lg:[grid-area:title]" />
        <div className="part-order">
          <div className="skeleton h-48" />
          <div className="skeleton h-32 max-lg:order-1" />
        </div>
        <div className="skeleton h-52 max-lg:col-span-full lg:[grid-area:facts]" />
      </div>
    </div>
  )
}

type PartSheetProps = {
  part: Part
  media: PartMedia | undefined
  reviews: PartReviews | undefined
  facts: PartFacts | undefined
  related: RelatedParts | undefined
}

function PartSheet({ part, media, reviews, facts, related }: PartSheetProps) {
  useTitle(part.name)
  useLookAtSoldOut(part)
  const gallery = media && media.pictures.length > 1 ? media.pictures : undefined
  const calendar = useShopCalendar()
  const shipsBy = (pieces: number) => <ShipDay leadDays={leadDaysFor(pieces, part, calendar)} />
  return (
    <div className="shell py-3 pb-10 lg:pb-14">
      <Breadcrumb
        above={[
          { to: paths.inventory, label: layoutWords.allParts },
          ...(facts?.line ?? []).map(({ key, name }) => ({ to: `${paths.inventory}?category=${key}`, label: name })),
        ]}
        here={part.name}
      />
      <div className="part mt-1 lg:mt-3">
        {gallery ? (
          <PartGallery pictures={gallery} />
        ) : (
          <img
            className="part-picture"
            src={part.img}
            srcSet={imageSrcSet(part.img)}
            sizes="(min-width: 80rem) 27rem, (min-width: 64rem) 36rem, 7rem"
            width="1200"
            height="900"
            alt={media?.pictures[0]?.alt ?? part.name}
          />
        )}
        <h1 className={`part-title self-center text-xl lg:text-2xl lg:[grid-area:title] ${gallery ? 'max-lg:col-span-full' : ''}`}>
          {part.name}
        </h1>
        {isOrderable(part) ? (
          <ChooseQuantity part={part} pack={facts} beyondStock={facts?.beyondStock === true} />
        ) : (
          <div className="part-order">
            <PriceLadder part={part} />
            <div className="col-span-full flex flex-wrap gap-2 *:flex-1 lg:grid">
              <AddPiecesToQuote partsId={part._id} name={part.name} quantity={minimumOf(part)} />
              <ButtonLink to={paths.inventory} variant="secondary">
                {words.seeAllParts}
              </ButtonLink>
            </div>
            {facts?.beyondStock && <AskBeyondStock part={part} />}
            <p className="mt-3 text-sm">
              {words.needMore} <AskForPieces partsId={part._id} pieces="" />
            </p>
            {related && <WaitForPart id={part._id} waits={related.waits} />}
          </div>
        )}
        <Facts className="max-lg:col-span-full lg:[grid-area:facts]">
          <Fact title={words.available}>{words.stock(part.available)}</Fact>
          {part.expected && <Fact title={words.moreOn(dayText(part.expected.date))}>{words.pieces(part.expected.pieces)}</Fact>}
          <Fact title={words.minimumOrder}>{words.steps(minimumOf(part), stepOf(part))}</Fact>
          <Fact title={words.pricePerUnit}>{formatUnitPrice(part.price)}</Fact>
          <Fact title={words.partNumber}>{part.partNumber}</Fact>
          <Fact title={shipDayWords.shipsBy}>{shipsBy(minimumOf(part))}</Fact>
          {isOrderable(part) && <Fact title={words.moreShipsBy(part.available)}>{shipsBy(part.available + 1)}</Fact>}
          {facts?.attributes.map(({ key, name, unit, value }) => (
            <Fact key={key} title={name}>
              {words.value(value, unit)}
            </Fact>
          ))}
          {shownFacts.map((field) => {
            const text = factText(facts, field)
            return (
              text && (
                <Fact key={field} title={shownTitle(field)}>
                  {text}
                </Fact>
              )
            )
          })}
        </Facts>
        <div className="max-w-prose max-lg:col-span-full lg:[grid-area:text]">
          <Description text={part.description} />
          {facts?.samplePieces && <AskSamples partsId={part._id} />}
        </div>
      </div>
      {related && related.substitutes.length + related.accessories.length > 0 && <RelatedOfPart of={part} related={related} />}
      {media && media.documents.length > 0 && <DocumentsOfPart documents={media.documents} />}
      {reviews && <ReviewsOfPart partsId={part._id} reviews={reviews} />}
    </div>
  )
}

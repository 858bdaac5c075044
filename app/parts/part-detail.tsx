import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { imageSrcSet } from '#contract/images.ts'
import { MINIMUM_ORDER, STOCK_LEAD_DAYS } from '#contract/limits.ts'
import { formatUnitPrice } from '#contract/figures.ts'
import { partCalls, type Part } from '#contract/parts.ts'
import { isUnknown, Loading } from '#app/failure.tsx'
import { SignedIn } from '#app/identity/guards.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ChooseQuantity } from '#app/parts/choose-quantity.tsx'
import { PriceLadder } from '#app/parts/price-ladder.tsx'
import { isOrderable } from '#app/parts/quantity.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Page } from '#app/ui/page.tsx'
import { partDetailWords as words } from '#app/words/part-detail.ts'

export const meta = pageMeta(words.title)

/** Specification section 2, "Part detail". */
export default function PartDetail() {
  const { partsId = '' } = useParams()
  return (
    <SignedIn>
      <PartScreen key={partsId} partsId={partsId} />
    </SignedIn>
  )
}

function PartScreen({ partsId }: { partsId: string }) {
  const part = useQuery(readOf(partCalls.one, { params: { id: partsId } }))

  if (isUnknown(part.error)) {
    return (
      <Page title={words.gone} lead={words.goneReason}>
        <ButtonLink to={paths.inventory}>{words.seeAllParts}</ButtonLink>
      </Page>
    )
  }
  if (part.data) return <PartFacts part={part.data} />
  return (
    <div className="shell py-10 lg:py-16">
      <Loading query={part} text={words.loading} />
    </div>
  )
}

function PartFacts({ part }: { part: Part }) {
  return (
    <div className="shell py-8 lg:py-14">
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-14">
        <img
          className="aspect-4/3 w-full rounded-box border border-line bg-surface object-cover"
          src={part.img}
          srcSet={imageSrcSet(part.img)}
          sizes="(min-width: 64rem) 38rem, 92vw"
          width="1200"
          height="900"
          alt={part.name}
        />
        <div>
          <h1 className="text-3xl">{part.name}</h1>
          <dl className="figures mt-6 divide-y divide-line border-y border-line">
            <Fact title={words.available}>{words.stock(part.available)}</Fact>
            <Fact title={words.minimumOrder}>{words.pieces(MINIMUM_ORDER)}</Fact>
            <Fact title={words.pricePerUnit}>{formatUnitPrice(part.price)}</Fact>
            <Fact title={words.partNumber}>{part.partNumber}</Fact>
            <Fact title={words.leadTime}>{words.leadDays(STOCK_LEAD_DAYS, part.leadDays, isOrderable(part.available))}</Fact>
          </dl>
          <p className="mt-6 max-w-prose whitespace-pre-line">{part.description}</p>
          <div className="mt-8">
            {isOrderable(part.available) ? (
              <ChooseQuantity part={part} />
            ) : (
              <div className="grid justify-items-start gap-6">
                <PriceLadder part={part} />
                <ButtonLink to={paths.inventory} variant="secondary">
                  {words.seeAllParts}
                </ButtonLink>
              </div>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 py-3">
      <dt className="text-soft">{title}</dt>
      <dd className="min-w-0 font-semibold wrap-anywhere">{children}</dd>
    </div>
  )
}

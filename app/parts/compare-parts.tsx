import { useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { weekdayText } from '#contract/basics/day-text.ts'
import { formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { imageAtWidth } from '#contract/parts/images.ts'
import { leadDaysFor, shipDay, type ShopCalendar } from '#contract/parts/lead-time.ts'
import { minimumOf, stepOf } from '#contract/orders/order-rule.ts'
import { partFactCalls, type PartFacts } from '#contract/parts/part-facts.ts'
import { partCalls, type Part } from '#contract/parts/parts.ts'
import { priceAt } from '#contract/parts/pricing.ts'
import { SignedIn } from '#app/identity/guards.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { factText, shownFacts } from '#app/parts/fact-text.ts'
import { useShopCalendar } from '#app/parts/ship-day.tsx'
import { readCompared } from '#app/parts/read-compared.ts'
import { paths } from '#app/paths.ts'
import { AddToQuote } from '#app/quotes/add-to-quote.tsx'
import { readOf } from '#app/api/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/field.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { ScrollBox } from '#app/ui/scroll-box.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { compareWords as words } from '#app/words/compare-parts.ts'
import { shownTitle } from '#app/words/part-fields.ts'
import { shipDayWords } from '#app/words/ship-day.ts'
import { partDetailWords } from '#app/words/part-detail.ts'

export const meta = pageMeta(words.title)

type Compared = { part: Part; facts: PartFacts | undefined }

/** Up to four parts side by side, each in a column. */
export default function CompareParts() {
  return (
    <SignedIn>
      <Comparison />
    </SignedIn>
  )
}

function Comparison() {
  const [search] = useSearchParams()
  const ids = readCompared(search.get('parts'))
  const parts = useQueries({ queries: ids.map((id) => ({ ...readOf(partCalls.one, { params: { id } }), retry: false })) })
  const facts = useQueries({ queries: ids.map((id) => ({ ...readOf(partFactCalls.one, { params: { id } }), retry: false })) })
  const isPending = [...parts, ...facts].some((query) => query.isPending)
  const compared = parts.flatMap(({ data: part }, index) => (part ? [{ part, facts: facts[index]?.data }] : []))
  return (
    <Page title={words.title} lead={ids.length === 0 ? words.none : undefined} width="desk">
      <div className="grid gap-4">
        <p>
          <ButtonLink to={`${paths.inventory}?compare=${ids.join(',')}`} variant="secondary">
            {ids.length === 0 ? words.toParts : words.more}
          </ButtonLink>
        </p>
        {isPending && <Spinner text={partDetailWords.loading} />}
        {!isPending && compared.length < ids.length && <Notice tone="warning">{words.gone}</Notice>}
        {!isPending && compared.length > 0 && <ComparedTable compared={compared} />}
      </div>
    </Page>
  )
}

const CELL = 'min-w-40 sm:min-w-60 max-w-80 px-3 py-2 text-start align-top wrap-anywhere'
/** It stays where it is while the others are scrolled. */
const FIRST_CELL = 'sticky left-0 z-1 min-w-28 max-w-60 max-sm:max-w-28 px-3 py-2 bg-canvas text-start align-top font-normal text-soft'

function ComparedTable({ compared }: { compared: Compared[] }) {
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const ids = compared.map(({ part }) => part._id)
  const rows = rowsOf(compared, useShopCalendar()).filter(({ differs }) => differs || !onlyDifferences)
  return (
    <>
      {compared.length > 1 && (
        <CheckField label={words.onlyDifferences} checked={onlyDifferences} onChange={({ target }) => setOnlyDifferences(target.checked)} />
      )}
      <ScrollBox label={words.title} className="relative">
        <table className="border-y border-line">
          <thead>
            <tr>
              <td className={FIRST_CELL}>
                <span className="sr-only">{words.fact}</span>
              </td>
              {compared.map(({ part: { _id: id, name, img, partNumber } }) => (
                <th key={id} scope="col" className={`${CELL} relative`} aria-label={name}>
                  <Link to={paths.part(id)} className="grid gap-1 hover:underline">
                    <img src={imageAtWidth(img, 480)} width="160" height="120" alt="" className="mb-1" />
                    <span id={`part-${id}`} className="wrap-anywhere">
                      {name}
                    </span>
                    <span className="label-text figures">{partNumber}</span>
                  </Link>
                  <ButtonLink
                    to={paths.compare(ids.filter((one) => one !== id))}
                    variant="secondary"
                    className="button-icon absolute top-3 left-4 bg-surface pointer-fine:min-h-8 pointer-fine:w-8"
                    aria-label={words.removeOf(name)}
                    title={words.removeOf(name)}
                    data-screen-only
                  >
                    <CloseIcon />
                  </ButtonLink>
                </th>
              ))}
            </tr>
            <tr data-screen-only>
              <td className={FIRST_CELL}>{words.actions}</td>
              {compared.map(({ part }) => (
                <td key={part._id} className={CELL}>
                  <AddToQuote partsId={part._id} name={part.name} minimum={minimumOf(part)} isCompared />
                </td>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ title, values, differs }) => (
              <tr key={title} className={`border-t border-t-line ${differs ? 'font-semibold' : ''}`}>
                <th scope="row" className={`${FIRST_CELL} ${differs ? 'border-s-3 border-s-accent' : 'border-s-3 border-s-transparent'}`}>
                  <span>{title}</span>
                  {differs && <span className="sr-only">{` ${words.differs}`}</span>}
                </th>
                {values.map((value, index) => (
                  <td key={ids[index]} className={`${CELL} figures`}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  )
}

type Row = { title: string; values: string[]; differs: boolean }

/** Rows of facts of these parts; facts that none of them has are left out. */
function rowsOf(compared: Compared[], calendar: ShopCalendar): Row[] {
  const row = (title: string, valueOf: (one: Compared) => string | undefined): Row => {
    const values = compared.map((one) => valueOf(one) || words.nothing)
    return { title, values, differs: new Set(values).size > 1 }
  }
  const quantities = [...new Set(compared.flatMap(({ part }) => part.priceBreaks.map(({ from }) => from)))].toSorted(
    (one, other) => one - other,
  )
  const attributes = new Map(compared.flatMap(({ facts }) => facts?.attributes.map(({ key, name }) => [key, name] as const) ?? []))
  return [
    row(words.price, ({ part }) => formatUnitPrice(part.price)),
    // A part without this break has the price of the one before.
    ...quantities.map((from) => row(words.priceFrom(formatCount(from)), ({ part }) => formatUnitPrice(priceAt(part, from)))),
    row(words.stock, ({ part }) => partDetailWords.stock(part.available)),
    row(words.minimum, ({ part }) => partDetailWords.steps(minimumOf(part), stepOf(part))),
    row(shipDayWords.shipsBy, ({ part }) => weekdayText(shipDay(leadDaysFor(minimumOf(part), part, calendar), calendar))),
    row(words.moreShipsBy, ({ part }) => weekdayText(shipDay(leadDaysFor(part.available + 1, part, calendar), calendar))),
    row(words.category, ({ facts }) => facts?.line.map(({ name }) => name).join(' > ')),
    ...[...attributes].map(([key, name]) =>
      row(name, ({ facts }) => {
        const found = facts?.attributes.find((one) => one.key === key)
        return found && partDetailWords.value(found.value, found.unit)
      }),
    ),
    ...shownFacts.map((field) => row(shownTitle(field), ({ facts }) => factText(facts, field))),
  ].filter(({ values }) => values.some((value) => value !== words.nothing))
}

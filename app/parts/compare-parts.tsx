import { useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatCount, formatUnitPrice } from '#contract/basics/figures.ts'
import { imageAtWidth } from '#contract/parts/images.ts'
import { minimumOf, stepOf } from '#contract/orders/order-rule.ts'
import { partFactCalls, type PartFacts } from '#contract/parts/part-facts.ts'
import { partCalls, type Part } from '#contract/parts/parts.ts'
import { SignedIn } from '#app/identity/guards.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { factText, shownFacts } from '#app/parts/fact-text.ts'
import { readCompared } from '#app/parts/read-compared.ts'
import { paths } from '#app/paths.ts'
import { AddPiecesToQuote } from '#app/quotes/add-pieces-to-quote.tsx'
import { readOf } from '#app/api/queries.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CheckField } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page } from '#app/ui/page.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { compareWords as words } from '#app/words/compare-parts.ts'
import { shownTitle } from '#app/words/part-fields.ts'
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

const CELL = 'min-w-36 max-w-80 px-3 py-2 text-start align-top wrap-anywhere'

function ComparedTable({ compared }: { compared: Compared[] }) {
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  const ids = compared.map(({ part }) => part._id)
  const rows = rowsOf(compared).filter(({ differs }) => differs || !onlyDifferences)
  return (
    <>
      {compared.length > 1 && (
        <CheckField label={words.onlyDifferences} checked={onlyDifferences} onChange={({ target }) => setOnlyDifferences(target.checked)} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keys */}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={words.title}>
        <table>
          <thead>
            <tr>
              <td className={CELL}>
                <span className="sr-only">{words.fact}</span>
              </td>
              {compared.map(({ part }) => (
                <th key={part._id} scope="col" className={CELL} aria-label={part.name}>
                  <Link to={paths.part(part._id)} className="grid gap-2">
                    <img src={imageAtWidth(part.img, 480)} width="160" height="120" alt="" />
                    <span className="wrap-anywhere">{part.name}</span>
                    <span className="label-text figures">{part.partNumber}</span>
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ title, values, differs }) => (
              <tr key={title} className={`border-t border-t-line ${differs ? 'font-semibold' : ''}`}>
                <th
                  scope="row"
                  className="sticky left-0 min-w-28 max-w-80 px-3 py-2 bg-canvas text-start align-top font-normal text-soft wrap-anywhere"
                >
                  {title}
                </th>
                {values.map((value, index) => (
                  <td key={ids[index]} className={`${CELL} figures whitespace-pre-line`}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot data-screen-only>
            <tr>
              <td className={CELL}>
                <span className="sr-only">{words.actions}</span>
              </td>
              {compared.map(({ part: { _id: id, name, minimumOrder } }) => (
                <td key={id} className={CELL}>
                  <div className="grid justify-items-start gap-2">
                    <AddPiecesToQuote partsId={id} name={name} quantity={minimumOf({ minimumOrder })} />
                    <ButtonLink to={paths.compare(ids.filter((one) => one !== id))} variant="secondary" aria-label={words.removeOf(name)}>
                      {words.remove}
                    </ButtonLink>
                  </div>
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </>
  )
}

type Row = { title: string; values: string[]; differs: boolean }

/** Rows of facts of these parts; facts that none of them has are left out. */
function rowsOf(compared: Compared[]): Row[] {
  const row = (title: string, valueOf: (one: Compared) => string | undefined): Row => {
    const values = compared.map((one) => valueOf(one) || words.nothing)
    return { title, values, differs: new Set(values).size > 1 }
  }
  const attributes = new Map(compared.flatMap(({ facts }) => facts?.attributes.map(({ key, name }) => [key, name] as const) ?? []))
  return [
    row(words.price, ({ part }) => formatUnitPrice(part.price)),
    row(words.priceBreaks, ({ part }) =>
      part.priceBreaks.map(({ from, price }) => words.priceBreak(formatCount(from), formatUnitPrice(price))).join('\n'),
    ),
    row(words.stock, ({ part }) => partDetailWords.stock(part.available)),
    row(words.minimum, ({ part }) => partDetailWords.steps(minimumOf(part), stepOf(part))),
    row(words.leadTime, ({ part }) => String(part.leadDays)),
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

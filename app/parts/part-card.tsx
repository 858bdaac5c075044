import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatUnitPrice } from '#contract/basics/figures.ts'
import { paths } from '#app/paths.ts'
import type { ListedPart, PartCardData } from '#app/parts/card-data.ts'
import type { CompareLink } from '#app/parts/compared.ts'
import type { PriceCells } from '#app/parts/price-columns.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { partCardWords as words } from '#app/words/part-card.ts'

/** Widths of a card: three to one in a row of the grid. */
const SIZES = '(min-width: 60rem) 30vw, (min-width: 38rem) 46vw, 92vw'

const CARD = [
  'relative flex flex-col h-full overflow-hidden border border-line rounded-box bg-surface',
  '[transition:box-shadow_0.2s] hover:[box-shadow:var(--shadow-lift)]',
  'as-table:grid as-table:border-0 as-table:rounded-none as-table:bg-transparent as-table:hover:bg-canvas as-table:hover:shadow-none',
].join(' ')

const PICTURE = [
  'w-full aspect-16/9 in-[.part-list]:aspect-14/5 object-cover bg-[#e6e8ea]',
  'as-table:w-14 as-table:aspect-4/3 as-table:rounded-[0.25rem] as-table:@min-[52rem]:w-11',
].join(' ')

/** In a row as high as its line, so that fingers do not meet the link below it. */
const NAME_LINK =
  'hover:underline hover:underline-offset-[0.2em] as-table:inline-block as-table:max-w-full as-table:min-h-6 as-table:truncate as-table:align-top'

/** On the picture of a card. */
const STOCK = [
  'absolute top-2 right-2 max-w-[calc(100%-1rem)] px-2 py-0.5 rounded-[1rem] bg-surface font-semibold figures',
  'as-table:static as-table:max-w-none as-table:[grid-area:stock] as-table:p-0 as-table:bg-transparent as-table:@min-[52rem]:text-end',
].join(' ')

const LEAD_CELL = 'hidden [grid-area:lead] figures text-soft as-table:@min-[52rem]:block as-table:@min-[52rem]:text-end'

/** After how many shown breaks each text of `more` says how many follow. */
const FOLLOWS = ['one', 'two', 'four']
const COLUMNS = ['first', 'second', 'third', 'fourth']

const BUTTON = [
  'px-3 whitespace-nowrap in-[.part-list]:pointer-fine:min-h-9',
  'as-table:pointer-fine:text-sm as-table:@max-[26rem]:px-2 as-table:@min-[52rem]:px-2',
].join(' ')

type PartCardProps = {
  /** The parts list gives a few facts more than the home page. */
  part: PartCardData & Partial<ListedPart> & { compare?: CompareLink | undefined }
  /** Heading level of the part's name. */
  heading: 'h2' | 'h3'
  /** Visible when the page opens, so its picture is loaded at once. */
  inView?: boolean
  /** Shown beside 'Order Now'. */
  children?: ReactNode
}

/** A part in a grid of cards, or as the row of a table: the parts list in its table view. The style sheet has the grids of both. */
export function PartCard({ part, heading: Heading, inView = false, children }: PartCardProps) {
  const nameId = `part-${part.id}`
  const to = paths.part(part.id)
  return (
    <article className={`part-card ${CARD}`}>
      {/* The name below is the same link. */}
      <Link to={to} className="as-table:[grid-area:picture]" tabIndex={-1} aria-hidden="true">
        <img
          className={PICTURE}
          src={part.img}
          srcSet={part.srcSet}
          sizes={SIZES}
          width="1200"
          height="900"
          alt=""
          loading={inView ? 'eager' : 'lazy'}
          decoding="async"
        />
      </Link>
      <div className="part-card-body grid flex-1 gap-x-3 gap-y-2 px-4 pt-3 pb-4 text-sm as-table:contents as-table:@min-[52rem]:leading-6">
        <div className="[grid-area:names] min-w-0">
          {/* Balanced lines would part a figure from its unit. */}
          <Heading
            id={nameId}
            className="text-base/[1.3] text-pretty as-table:text-[0.9375rem] as-table:@min-[52rem]:leading-6 as-table:@min-[52rem]:truncate"
          >
            <Link to={to} prefetch="intent" title={part.name} className={NAME_LINK}>
              {part.name}
            </Link>
          </Heading>
          <div className="flex items-baseline justify-between gap-x-3 as-table:@min-[52rem]:justify-start">
            <p className="min-w-0 text-soft wrap-anywhere as-table:@min-[52rem]:truncate">{part.partNumber}</p>
            {part.compare && (
              <Link
                to={part.compare.to}
                preventScrollReset
                className="flex-none content-center min-h-6 -me-1.5 px-1.5 rounded-[1rem] font-semibold text-accent hover:underline aria-[current]:bg-accent aria-[current]:text-surface"
                aria-describedby={nameId}
                aria-current={part.compare.isChosen || undefined}
              >
                {part.compare.label}
              </Link>
            )}
          </div>
        </div>
        <p className={`${part.orderable ? 'text-success' : 'text-danger'} ${STOCK}`}>
          <span>{part.stock}</span>
          {/* A wide row says below by which day it ships. */}
          {part.moreOn && <span className="as-table:@min-[52rem]:hidden">{part.moreOn}</span>}
        </p>
        <p className="[grid-area:text] text-soft as-table:hidden">{part.description}</p>
        <div className="part-card-prices [grid-area:price] self-baseline text-soft figures">
          <p className="part-card-price">
            <strong className="text-lg/[inherit] font-[650] tracking-[-0.01em] text-ink as-table:text-[0.9375rem]">
              {formatUnitPrice(part.price)}
              {part.prices?.zeros && <span className="hidden invisible as-table:@min-[52rem]:inline">{part.prices.zeros}</span>}
            </strong>{' '}
            <span>{words.perUnit}</span>
          </p>
          {part.prices && <PriceBreaks {...part.prices} />}
        </div>
        <p className="[grid-area:minimum] self-baseline text-end text-soft figures as-table:hidden">{part.minimum ?? words.minimumOrder}</p>
        {part.shipsBy && <p className={LEAD_CELL}>{part.shipsBy}</p>}
        <div className="part-actions flex flex-wrap gap-2 *:flex-1 [grid-area:actions] as-table:@min-[22rem]:flex-nowrap as-table:@min-[52rem]:flex-row-reverse as-table:@min-[52rem]:gap-1.5">
          <ButtonLink to={to} variant="secondary" className={BUTTON} aria-describedby={nameId}>
            {words.orderNow}
          </ButtonLink>
          {children}
        </div>
      </div>
    </article>
  )
}

/** In a wide row as columns, else the first one, and how many follow. */
const PriceBreaks = ({ steps, more }: PriceCells) => (
  <p className="part-breaks">
    {steps.map((step, column) => (
      <span key={COLUMNS[column]} className="part-break">
        {step && (
          <span className="contents">
            <span className="part-break-from">{step.from}</span>{' '}
            <span className="text-ink">
              {step.price}
              <span className="invisible">{step.zeros}</span>
            </span>
          </span>
        )}
      </span>
    ))}
    {more.map((text, index) => (
      <span key={FOLLOWS[index]} data-follows={FOLLOWS[index]}>
        {text}
      </span>
    ))}
  </p>
)

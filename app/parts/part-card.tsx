import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatUnitPrice } from '#contract/basics/figures.ts'
import { paths } from '#app/paths.ts'
import type { ListedPart, PartCardData } from '#app/parts/card-data.ts'
import type { CompareLink } from '#app/parts/compared.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { partCardWords as words } from '#app/words/part-card.ts'

/** Widths of a card: five to one in a row of the grid. */
const SIZES = '(min-width: 90rem) 21rem, (min-width: 64rem) 30vw, (min-width: 42rem) 46vw, 92vw'

const CARD = [
  'relative flex flex-col h-full overflow-hidden border border-line rounded-box bg-surface',
  '[transition:box-shadow_0.2s] hover:[box-shadow:var(--shadow-lift)]',
  'as-table:grid as-table:px-3 as-table:py-2 as-table:xl:py-1.5 as-table:border-0 as-table:rounded-none',
  'as-table:bg-transparent as-table:hover:bg-canvas as-table:hover:shadow-none',
].join(' ')

const PICTURE = [
  'w-full aspect-16/9 in-[.part-list]:aspect-14/5 object-cover bg-[#e6e8ea]',
  'as-table:w-14 as-table:aspect-4/3 as-table:rounded-[0.25rem]',
].join(' ')

/** On the picture of a card, side by side: neither covers the other, and the longer one takes a second line. */
const LABELS = 'absolute inset-x-2 top-2 flex items-start justify-between gap-2 as-table:contents'
const LABEL = 'px-2 py-0.5 rounded-[1rem] bg-surface font-semibold'
const COMPARE_CELL = 'as-table:[grid-area:names] as-table:self-center as-table:justify-self-end as-table:max-[60rem]:hidden'
const STOCK_CELL =
  'ms-auto text-end as-table:ms-0 as-table:[grid-area:stock] as-table:p-0 as-table:bg-transparent as-table:min-[60rem]:max-xl:self-end'
const LEAD_CELL =
  'hidden [grid-area:lead] leading-[1.35] figures as-table:min-[60rem]:block min-[60rem]:max-xl:self-start min-[60rem]:max-xl:text-end'

/** Of stock and price. */
const FIGURES = 'figures as-table:leading-[1.35] as-table:min-[60rem]:justify-self-end as-table:min-[60rem]:text-end'

/** Steps of the price ladder: none on a card, the first in a row, all in a wide row. */
const STEP = 'hidden as-table:min-[90rem]:inline-block as-table:min-[90rem]:ms-3'
const FIRST_STEP = `${STEP} as-table:inline-block as-table:ms-2`

const BUTTON = [
  'px-3 whitespace-nowrap in-[.part-list]:pointer-fine:min-h-10',
  'as-table:pointer-fine:text-[0.9375rem] as-table:max-[26rem]:px-2 as-table:min-[60rem]:flex-none',
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
      <div className="part-card-body grid flex-1 gap-x-3 gap-y-2 px-4 pt-3 pb-4 text-sm as-table:contents">
        <div className="[grid-area:names] min-w-0 as-table:leading-[1.35] as-table:min-[60rem]:pe-24">
          {/* Balanced lines would part a figure from its unit. */}
          <Heading id={nameId} className="text-base/[1.3] text-pretty as-table:text-[0.9375rem]">
            <Link to={to} prefetch="intent" className="hover:underline hover:underline-offset-[0.2em]">
              {part.name}
            </Link>
          </Heading>
          <p className="text-soft wrap-anywhere">{part.partNumber}</p>
        </div>
        <div className={LABELS}>
          {part.compare && (
            <Link
              to={part.compare.to}
              preventScrollReset
              className={`${LABEL} text-accent aria-[current]:bg-accent aria-[current]:text-surface ${COMPARE_CELL}`}
              aria-describedby={nameId}
              aria-current={part.compare.isChosen || undefined}
            >
              {part.compare.label}
            </Link>
          )}
          <p className={`${LABEL} ${part.orderable ? 'text-success' : 'text-danger'} ${FIGURES} ${STOCK_CELL}`}>{part.stock}</p>
        </div>
        <p className="[grid-area:text] text-soft as-table:hidden">{part.description}</p>
        <p className={`part-card-price [grid-area:price] self-baseline text-soft ${FIGURES} as-table:min-[60rem]:max-xl:self-center`}>
          <strong className="text-lg/[inherit] font-[650] tracking-[-0.01em] text-ink as-table:text-[1rem]">
            {formatUnitPrice(part.price)}
          </strong>{' '}
          <span>{words.perUnit}</span>
          {part.steps?.map((step, index) => (
            <span key={step} className={index === 0 ? FIRST_STEP : STEP}>
              {step}
            </span>
          ))}
          {part.moreSteps && (
            <span className="hidden as-table:inline as-table:ms-1 as-table:min-[60rem]:block as-table:min-[90rem]:hidden">
              {part.moreSteps}
            </span>
          )}
        </p>
        <p className="[grid-area:minimum] self-baseline text-soft figures as-table:hidden">{part.minimum ?? words.minimumOrder}</p>
        {part.shipsBy && <p className={LEAD_CELL}>{part.shipsBy}</p>}
        <div className="flex flex-wrap gap-2 *:flex-1 [grid-area:actions] as-table:min-[22rem]:flex-nowrap as-table:min-[60rem]:flex-row-reverse">
          <ButtonLink to={to} variant="secondary" className={BUTTON} aria-describedby={nameId}>
            {words.orderNow}
          </ButtonLink>
          {children}
        </div>
      </div>
    </article>
  )
}

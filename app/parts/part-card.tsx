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

/** A part in a grid of cards. The style sheet also draws it as the row of a table: the parts list in its table view. */
export function PartCard({ part, heading: Heading, inView = false, children }: PartCardProps) {
  const nameId = `part-${part.id}`
  const to = paths.part(part.id)
  return (
    <article className="part-card">
      {/* The name below is the same link. */}
      <Link to={to} className="part-card-link" tabIndex={-1} aria-hidden="true">
        <img
          className="part-card-picture"
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
      <div className="part-card-body">
        <div className="part-card-names">
          <Heading id={nameId} className="part-card-name">
            <Link to={to} prefetch="intent" className="hover:underline hover:underline-offset-[0.2em]">
              {part.name}
            </Link>
          </Heading>
          <p className="text-soft wrap-anywhere">{part.partNumber}</p>
        </div>
        {part.compare && (
          <Link
            to={part.compare.to}
            preventScrollReset
            className="part-card-compare text-accent aria-[current]:bg-accent aria-[current]:text-surface"
            aria-describedby={nameId}
            aria-current={part.compare.isChosen || undefined}
          >
            {part.compare.label}
          </Link>
        )}
        <p className={`part-card-stock figures ${part.orderable ? 'text-success' : 'text-danger'}`}>{part.stock}</p>
        <p className="part-card-text text-soft">{part.description}</p>
        <p className="part-card-price text-soft figures">
          <strong>{formatUnitPrice(part.price)}</strong> <span>{words.perUnit}</span>
          {part.steps?.map((step) => (
            <span key={step} className="part-card-break">
              {step}
            </span>
          ))}
          {part.moreSteps && <span className="part-card-more-steps">{part.moreSteps}</span>}
        </p>
        <p className="part-card-minimum text-soft figures">{part.minimum ?? words.minimumOrder}</p>
        {part.leadTime && <p className="part-card-lead figures">{part.leadTime}</p>}
        <div className="part-card-actions">
          <ButtonLink to={to} variant="secondary" className="part-card-order" aria-describedby={nameId}>
            {words.orderNow}
          </ButtonLink>
          {children}
        </div>
      </div>
    </article>
  )
}

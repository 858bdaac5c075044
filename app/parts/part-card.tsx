import { Link } from 'react-router'
import { formatUnitPrice } from '#contract/figures.ts'
import { paths } from '#app/paths.ts'
import type { PartCardData } from '#app/parts/card-data.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { partCardWords as words } from '#app/words/part-card.ts'

/** Widths of a card: three, two or one in a row of the grid. */
const SIZES = '(min-width: 82rem) 25rem, (min-width: 64rem) 30vw, (min-width: 42rem) 46vw, 92vw'

type PartCardProps = {
  part: PartCardData
  /** Heading level of the part's name. */
  heading: 'h2' | 'h3'
  /** Shows 'Reed More' beside 'Order Now', as on the home page. */
  readMore?: boolean
  /** Visible when the page opens, so its picture is loaded at once. */
  inView?: boolean
}

export function PartCard({ part, heading: Heading, readMore = false, inView = false }: PartCardProps) {
  const nameId = `part-${part.id}`
  return (
    <article className="part-card">
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
      <div className="part-card-body">
        <Heading id={nameId} className="text-lg">
          {part.name}
        </Heading>
        <p className="mt-1.5 text-soft">{part.description}</p>
        <div className="part-card-figures figures">
          <p className="part-card-price">
            <strong>{formatUnitPrice(part.price)}</strong> {words.perUnit}
          </p>
          <p className="label-text">{words.minimumOrder}</p>
        </div>
        <div className="part-card-actions">
          <ButtonLink to={paths.part(part.id)} variant="secondary" aria-describedby={nameId}>
            {words.orderNow}
          </ButtonLink>
          {readMore && (
            <Link to={paths.part(part.id)} prefetch="intent" className="part-card-more" aria-describedby={nameId}>
              {words.reedMore}
            </Link>
          )}
        </div>
      </div>
    </article>
  )
}

import { Link, useLoaderData, type LinksFunction, type LoaderFunctionArgs } from 'react-router'
import { HOME_REVIEWS } from '#contract/limits.ts'
import { promise, services, stats, steps } from '#app/company/content/home.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { organization, webSite } from '#app/layout/structured-data.ts'
import { partCardData } from '#app/parts/card-data.ts'
import { PartCard } from '#app/parts/part-card.tsx'
import { paths } from '#app/paths.ts'
import { publicData } from '#app/public-data.ts'
import { ReviewCard } from '#app/reviews/review-card.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ArrowRightIcon } from '#app/ui/icons.tsx'
import { homeWords as words } from '#app/words/home.ts'

export const meta = pageMeta(words.heading, promise, (shop) => ({ facts: [organization(shop), webSite(shop)] }))

/**
 * The hero in two framings: a wide one beside the text, a near one below it. A browser that cannot read the near one takes
 * the wide one. Kept by scripts/draw-public.ts.
 */
const hero = {
  wide: {
    type: 'image/webp',
    media: '(min-width: 64rem)',
    srcSet: '/hero-960.webp 960w, /hero.webp 1920w',
    sizes: '(min-width: 138rem) 110rem, 85vw',
  },
  near: {
    type: 'image/avif',
    media: '(max-width: 63.99rem)',
    srcSet: '/hero-near-768.avif 768w, /hero-near-1200.avif 1200w',
    sizes: '100vw',
  },
}

/** The largest thing on the page is asked for first, each screen its own framing. */
export const links: LinksFunction = () =>
  [hero.wide, hero.near].map(({ type, media, srcSet, sizes }) => ({
    rel: 'preload',
    as: 'image',
    type,
    media,
    imageSrcSet: srcSet,
    imageSizes: sizes,
    fetchPriority: 'high',
  }))

export async function loader({ context }: LoaderFunctionArgs) {
  const data = publicData(context)
  const [parts, reviews] = await Promise.all([data.homeParts(), data.latestReviews(HOME_REVIEWS)])
  return { parts: parts.map(partCardData), reviews }
}

/** The sections of specification section 2, "Home", in its order. */
export default function Home() {
  return (
    <>
      <Hero />
      <Services />
      <HowTo />
      <Stats />
      <Parts />
      <Reviews />
    </>
  )
}

function Hero() {
  return (
    <section className="hero" data-night>
      <picture className="hero-frame">
        <source {...hero.near} width="1200" height="960" />
        <img
          className="hero-picture"
          src="/hero.webp"
          srcSet={hero.wide.srcSet}
          sizes={hero.wide.sizes}
          width="1920"
          height="1080"
          alt={words.heroPicture}
          fetchPriority="high"
        />
      </picture>
      <div className="shell hero-text">
        <h1 className="text-display">{words.heading}</h1>
        <p className="hero-promise">{promise}</p>
        <ButtonLink to={paths.quote} className="hero-action">{words.getQuote}</ButtonLink>
      </div>
    </section>
  )
}

function Services() {
  return (
    <section className="section" aria-labelledby="services">
      <div className="shell section-split">
        <div>
          <h2 id="services" className="text-3xl">{words.services}</h2>
          <p className="mt-4 max-w-prose text-lg text-soft">{words.servicesLead}</p>
        </div>
        <ul className="service-grid">
          {services.map(({ title, text, Icon }) => (
            <li key={title}>
              <Icon />
              <h3 className="mt-3 text-lg">{title}</h3>
              <p className="mt-1 text-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function HowTo() {
  return (
    <section className="section section-sunken" aria-labelledby="how-to">
      <div className="shell">
        <h2 id="how-to" className="text-3xl">{words.howTo}</h2>
        <ol className="step-list">
          {steps.map(({ title, text }, index) => (
            <li key={title}>
              <span className="step-number figures" aria-hidden="true">{index + 1}</span>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-soft">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function Stats() {
  return (
    <section className="stats" aria-label={words.stats} data-night>
      <dl className="shell stats-grid figures">
        {stats.map(({ figure, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Parts() {
  const { parts } = useLoaderData<typeof loader>()
  return (
    <section className="section" aria-labelledby="parts">
      <div className="shell">
        <div className="section-head">
          <h2 id="parts" className="text-3xl">{words.parts}</h2>
          <Link to={paths.inventory} prefetch="intent" className="arrow-link">{words.seeAllParts}<ArrowRightIcon /></Link>
        </div>
        {parts.length === 0 ? (
          <EmptyState title={words.noParts} />
        ) : (
          <ul className="part-grid">
            {parts.map((part) => (
              <li key={part.id}>
                <PartCard part={part} heading="h3" readMore />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Reviews() {
  const { reviews } = useLoaderData<typeof loader>()
  return (
    <section className="section section-sunken" aria-labelledby="reviews">
      <div className="shell">
        <div className="section-head">
          <h2 id="reviews" className="text-3xl">{words.reviews}</h2>
          <Link to={paths.myReview} className="arrow-link">{words.addYourReview}<ArrowRightIcon /></Link>
        </div>
        {reviews.length === 0 ? (
          <EmptyState title={words.noReviews}>{words.beFirst}</EmptyState>
        ) : (
          <ul className="review-grid">
            {reviews.map((review) => (
              <li key={review._id}>
                <ReviewCard review={review} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

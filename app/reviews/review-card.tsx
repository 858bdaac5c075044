import { Link } from 'react-router'
import type { Review } from '#contract/parts/reviews.ts'
import { paths } from '#app/paths.ts'
import { StarIcon } from '#app/ui/icons.tsx'
import { reviewCardWords as words } from '#app/words/review-card.ts'

/** One review with the labels of specification section 2, "Home", and the part that it is about, where the page does not say so. */
export function ReviewCard({ review }: { review: Review }) {
  return (
    <div className="review-card grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[1fr_auto] gap-x-6 gap-y-5 h-full p-6 border border-line rounded-box bg-surface wrap-anywhere">
      <dl className="contents">
        <div className="col-span-full">
          <dt className="label-text">{words.description}</dt>
          <dd>{review.review}</dd>
        </div>
        <div>
          <dt className="label-text">{words.name}</dt>
          <dd className="font-semibold">{review.displayName}</dd>
        </div>
        <div className="text-end">
          <dt className="label-text">{words.rating}</dt>
          <dd className="flex items-center gap-2 font-semibold figures">
            {review.rating}
            <Stars rating={review.rating} />
          </dd>
        </div>
      </dl>
      {review.part && (
        <p className="col-span-full text-sm">
          {words.about}{' '}
          {review.part.removed ? (
            review.part.name
          ) : (
            <Link to={paths.part(review.part._id)} className="link">
              {review.part.name}
            </Link>
          )}
        </p>
      )}
      {review.boughtHere && <p className="col-span-full -mt-4 text-success text-sm">{words.boughtHere}</p>}
      {review.answer !== null && (
        <div className="col-span-full border-s-3 border-s-accent ps-4 whitespace-pre-line">
          <p className="label-text">{words.answer}</p>
          <p>{review.answer}</p>
        </div>
      )}
    </div>
  )
}

/** The rating as five stars. */
function Stars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex text-line [&_.icon]:size-4.5" aria-hidden="true">
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} className="relative">
          <StarIcon />
          {rating > star - 1 && (
            <span className="absolute inset-0 text-star">
              <StarIcon half={rating < star} />
            </span>
          )}
        </span>
      ))}
    </span>
  )
}

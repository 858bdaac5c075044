import type { PartReviews } from '#contract/parts/part-reviews.ts'
import { paths } from '#app/paths.ts'
import { ReviewCard } from '#app/reviews/review-card.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { partReviewWords as words } from '#app/words/part-reviews.ts'

/** Reviews of a part, and a link to write one. */
export function ReviewsOfPart({ partsId, reviews: { count, rating, reviews } }: { partsId: string; reviews: PartReviews }) {
  return (
    <section className="mt-8 grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{rating === null ? words.title : words.heading(rating, count)}</h2>
        <ButtonLink to={`${paths.myReview}?${new URLSearchParams({ part: partsId })}`} variant="secondary">
          {words.write}
        </ButtonLink>
      </div>
      {count === 0 && <p className="text-soft">{words.none}</p>}
      {reviews.map((review) => (
        <ReviewCard key={review._id} review={review} />
      ))}
    </section>
  )
}

import { useId, useState } from 'react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { REVIEWS_PAGE_SIZE, TEXT_LIMITS } from '#contract/limits.ts'
import { reviewCalls, type AdminReview } from '#contract/reviews.ts'
import { callApi } from '#app/api.ts'
import { LoadFailed, toastFailure } from '#app/failure.tsx'
import { AdminOnly } from '#app/identity/guards.tsx'
import { paths } from '#app/paths.ts'
import { keyOf, readOf } from '#app/queries.ts'
import { askedPage } from '#app/ui/asked-page.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { allReviewsWords as words } from '#app/words/all-reviews.ts'
import { dialogWords } from '#app/words/dialogs.ts'

/** All reviews, waiting ones first, to release, hide and answer. */
export function AllReviewsList() {
  return (
    <AdminOnly>
      <Reviews />
    </AdminOnly>
  )
}

function Reviews() {
  const [search] = useSearchParams()
  const page = askedPage(search)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...readOf(reviewCalls.everyState, { query: { page } }),
    placeholderData: keepPreviousData,
  })

  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} /> : <Spinner />
  return (
    <section className="grid grid-cols-1 gap-6">
      <div>
        <h2 className="text-xl">{words.total(data.count)}</h2>
        {data.waiting > 0 && <p className="mt-2 font-semibold text-warning">{words.waitingCount(data.waiting)}</p>}
      </div>
      {error && <LoadFailed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data.count === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <ul className="grid grid-cols-1 gap-4" aria-busy={isPlaceholderData || undefined}>
          {data.reviews.map((review) => (
            <li key={review._id}>
              <ReviewPanel review={review} />
            </li>
          ))}
        </ul>
      )}
      {data.count > REVIEWS_PAGE_SIZE && (
        <Pager
          page={data.page}
          pages={Math.ceil(data.count / REVIEWS_PAGE_SIZE)}
          href={(index) => (index > 0 ? `${paths.allReviews}?page=${index}` : paths.allReviews)}
          label={words.pages}
        />
      )}
    </section>
  )
}

function ReviewPanel({ review }: { review: AdminReview }) {
  const { _id, displayName, email, rating, boughtHere, createdAt, state, answer } = review
  const nameId = useId()
  const [isAnswering, setIsAnswering] = useState(false)
  return (
    <Panel>
      <article aria-labelledby={nameId} className="grid grid-cols-1 gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h3 id={nameId} className="min-w-0 text-lg font-semibold wrap-anywhere">
            {displayName}
          </h3>
          <Time value={createdAt} className="text-sm text-soft" />
          <p className="basis-full text-sm text-soft wrap-anywhere">
            {email === null ? words.sample : `${email} · ${boughtHere ? words.boughtHere : words.notBought}`} · {words.ratingOfFive(rating)}
          </p>
        </div>
        {/* As typed: line breaks are kept, and a long word must not widen the page. */}
        <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{review.review}</p>
        {answer !== null && !isAnswering && (
          <div>
            <p className="label-text">{words.answerTitle}</p>
            <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{answer}</p>
          </div>
        )}
        {isAnswering && <AnswerForm review={review} onClose={() => setIsAnswering(false)} />}
        <div className="flex flex-wrap items-center justify-between gap-4">
          <State review={review} />
          <div className="flex flex-wrap gap-3">
            {!isAnswering && (
              <Button variant="secondary" aria-describedby={nameId} onClick={() => setIsAnswering(true)}>
                {answer === null ? words.answer : words.editAnswer}
              </Button>
            )}
            {state !== 'shown' && <ShowButton reviewId={_id} shown describedBy={nameId} />}
            {state !== 'hidden' && <ShowButton reviewId={_id} shown={false} describedBy={nameId} />}
          </div>
        </div>
      </article>
    </Panel>
  )
}

function State({ review: { state, hiddenAt, hiddenBy } }: { review: AdminReview }) {
  if (state === 'waiting') return <p className="font-semibold text-warning">{words.waiting}</p>
  if (state === 'shown') return <p className="font-semibold text-success">{words.shown}</p>
  return (
    <p className="min-w-0 font-semibold text-danger wrap-anywhere">
      {words.hiddenBy(hiddenBy)} {hiddenAt && <Time value={hiddenAt} />}
    </p>
  )
}

type ShowButtonProps = {
  reviewId: string
  /** Whether the button shows the review, or hides it. */
  shown: boolean
  /** Id of the element that names the author. */
  describedBy: string
}

function ShowButton({ reviewId, shown, describedBy }: ShowButtonProps) {
  const queries = useQueryClient()
  const show = useMutation({
    mutationFn: () => callApi(reviewCalls.show, { params: { id: reviewId }, body: { shown } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(reviewCalls.everyState) }),
    onError: (error) => toastFailure(error, () => show.mutate()),
  })
  return (
    <Button variant={shown ? 'primary' : 'secondary'} busy={show.isPending} aria-describedby={describedBy} onClick={() => show.mutate()}>
      {shown ? words.release : words.hide}
    </Button>
  )
}

function AnswerForm({ review: { _id, answer }, onClose }: { review: AdminReview; onClose: () => void }) {
  const queries = useQueryClient()
  const { register, handleSubmit } = useForm({ defaultValues: { answer: answer ?? '' } })
  const save = useMutation({
    mutationFn: (written: { answer: string }) => callApi(reviewCalls.answer, { params: { id: _id }, body: written }),
    onSuccess: async () => {
      toast.success(words.answerSaved)
      await queries.invalidateQueries({ queryKey: keyOf(reviewCalls.everyState) })
      onClose()
    },
    onError: (error, written) => toastFailure(error, () => save.mutate(written)),
  })
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit((written) => save.mutate(written))(event)}>
      <TextArea {...register('answer')} label={words.answerTitle} hint={words.answerHint} rows={3} maxLength={TEXT_LIMITS.reviewAnswer} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isPending}>
          {words.saveAnswer}
        </Button>
        <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
          {dialogWords.cancel}
        </Button>
      </div>
    </form>
  )
}

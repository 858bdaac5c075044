import { useId, useState, type ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { formatCount } from '#contract/basics/figures.ts'
import { REVIEWS_PAGE_SIZE, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { reviewCalls, type AdminReview } from '#contract/parts/reviews.ts'
import { Allowed, useMay } from '#app/identity/may.tsx'
import { callApi } from '#app/api/api.ts'
import { BatchAction } from '#app/ui/batch-action.tsx'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { readAgain } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { ListScreen, useList } from '#app/ui/list-screen.tsx'
import { usePage } from '#app/ui/list-pager.tsx'
import { Status } from '#app/ui/status.tsx'
import { Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { allReviewsWords as words } from '#app/words/all-reviews.ts'
import { batchWords } from '#app/words/batch.ts'
import { dashboardWords } from '#app/words/dashboard.ts'
import { dialogWords } from '#app/words/dialogs.ts'

export const meta = pageMeta(dashboardWords.allReviews)

/** All reviews, waiting ones first, to release, hide and answer. */
export default function AllReviews() {
  const list = useList(reviewCalls.everyState, { query: { page: usePage() } })
  const { data } = list
  return (
    <ListScreen
      list={list}
      rows={data?.reviews}
      paging={data}
      rowKey={({ _id }) => _id}
      size={REVIEWS_PAGE_SIZE}
      words={words}
      title={words.total(data?.count ?? 0)}
      actions={data && data.waiting > 0 && <Status tone="warning">{words.waitingCount(data.waiting)}</Status>}
      select={{
        nameOf: nameOfReview,
        isSelectable: ({ state }) => state === 'waiting',
        renderActions: (selected) => (
          <Allowed call={reviewCalls.show}>
            <PublishReviews reviews={selected} />
          </Allowed>
        ),
      }}
      renderItem={(review, selectBox) => <ReviewPanel review={review} selectBox={selectBox} />}
    />
  )
}

const nameOfReview = ({ displayName, rating }: AdminReview) => `${displayName}, ${words.ratingOfFive(rating)}`

function PublishReviews({ reviews }: { reviews: readonly AdminReview[] }) {
  return (
    <BatchAction
      label={batchWords.publish}
      question={batchWords.publishQuestion(formatCount(reviews.length))}
      rows={reviews}
      nameOf={nameOfReview}
      // Another admin may have released it already, as intended.
      send={async ({ _id }) => void (await callApi(reviewCalls.show, { params: { id: _id }, body: { shown: true } }))}
      changes={[reviewCalls.everyState]}
    />
  )
}

function ReviewPanel({ review, selectBox }: { review: AdminReview; selectBox: ReactNode }) {
  const { _id, displayName, email, rating, boughtHere, createdAt, state, hiddenReason, answer, part } = review
  const nameId = useId()
  const [isAnswering, setIsAnswering] = useState(false)
  const may = useMay()
  const [mayShow, mayAnswer] = [may(reviewCalls.show), may(reviewCalls.answer)]
  return (
    <article aria-labelledby={nameId} className="item" data-answering={isAnswering || undefined}>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0">
        {selectBox}
        <h3 id={nameId} className="min-w-0 font-[650] wrap-anywhere">
          {displayName}
        </h3>
        <span className="font-semibold figures">{words.ratingOfFive(rating)}</span>
        <State review={review} />
        <span className="text-soft wrap-anywhere">
          {email === null ? words.sample : `${email} · ${boughtHere ? words.boughtHere : words.notBought}`}
        </span>
        {part && (
          <Link to={paths.part(part._id)} prefetch="intent" className="link">
            {part.name}
          </Link>
        )}
        <Time value={createdAt} className="text-soft" />
      </div>
      {/* As typed: line breaks are kept, and a long word must not widen the page. */}
      <p className="max-w-[125ch] whitespace-pre-wrap wrap-anywhere">{review.review}</p>
      {hiddenReason !== null && <p className="max-w-[125ch] whitespace-pre-wrap wrap-anywhere text-soft">{words.reason(hiddenReason)}</p>}
      {answer !== null && !isAnswering && (
        <div>
          <p className="label-text">{words.answerTitle}</p>
          <p className="max-w-[125ch] whitespace-pre-wrap wrap-anywhere">{answer}</p>
        </div>
      )}
      {isAnswering && <AnswerForm review={review} onClose={() => setIsAnswering(false)} />}
      <div className="item-actions">
        {!isAnswering && mayAnswer && (
          <Button variant="secondary" aria-describedby={nameId} onClick={() => setIsAnswering(true)}>
            {answer === null ? words.answer : words.editAnswer}
          </Button>
        )}
        {mayShow && state !== 'shown' && <ShowButton reviewId={_id} describedBy={nameId} />}
        {mayShow && state !== 'hidden' && <HideButton review={review} describedBy={nameId} />}
      </div>
    </article>
  )
}

function State({ review: { state, hiddenAt, hiddenBy } }: { review: AdminReview }) {
  if (state === 'waiting') return <Status tone="warning">{words.waiting}</Status>
  if (state === 'shown') return <Status tone="success">{words.shown}</Status>
  return (
    <span className="font-semibold text-danger wrap-anywhere">
      <span>{words.hiddenBy(hiddenBy)} </span>
      {hiddenAt && <Time value={hiddenAt} />}
    </span>
  )
}

/** `describedBy` is the id of the element that names the author. */
function ShowButton({ reviewId, describedBy }: { reviewId: string; describedBy: string }) {
  const show = useAction({
    send: () => callApi(reviewCalls.show, { params: { id: reviewId }, body: { shown: true } }),
    changes: [reviewCalls.everyState],
  })
  return (
    <Button busy={show.isRunning} aria-describedby={describedBy} onClick={() => show.run()}>
      {words.release}
    </Button>
  )
}

function HideButton({ review: { _id, displayName }, describedBy }: { review: AdminReview; describedBy: string }) {
  return (
    <ConfirmedAction
      renderButton={(ask) => (
        <Button variant="secondary" aria-describedby={describedBy} onClick={ask}>
          {words.hide}
        </Button>
      )}
      question={words.hideQuestion(displayName)}
      tone="danger"
      reason={{
        label: words.hideReason,
        hint: words.hideReasonHint,
        maxLength: TEXT_LIMITS.hideReason,
        missing: words.hideReasonMissing,
      }}
      send={(reason) => callApi(reviewCalls.show, { params: { id: _id }, body: { shown: false, reason } })}
      onDone={() => undefined}
      changes={[reviewCalls.everyState]}
    />
  )
}

function AnswerForm({ review: { _id, answer }, onClose }: { review: AdminReview; onClose: () => void }) {
  const { register, handleSubmit } = useForm({ defaultValues: { answer: answer ?? '' } })
  const save = useAction({
    send: (written: { answer: string }) => callApi(reviewCalls.answer, { params: { id: _id }, body: written }),
    onDone: async () => {
      toast.success(words.answerSaved)
      await readAgain(reviewCalls.everyState)
      onClose()
    },
  })
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void handleSubmit(save.run)(event)}>
      <TextArea {...register('answer')} label={words.answerTitle} hint={words.answerHint} rows={3} maxLength={TEXT_LIMITS.reviewAnswer} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={save.isRunning}>
          {words.saveAnswer}
        </Button>
        <Button variant="secondary" disabled={save.isRunning} onClick={onClose}>
          {dialogWords.cancel}
        </Button>
      </div>
    </form>
  )
}

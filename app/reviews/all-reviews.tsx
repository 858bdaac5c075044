import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { formatCount } from '#contract/basics/figures.ts'
import { REVIEWS_PAGE_SIZE, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { reviewCalls, reviewStates, type AdminReview } from '#contract/parts/reviews.ts'
import { Allowed, useMay } from '#app/identity/may.tsx'
import { callApi } from '#app/api/api.ts'
import { useAction } from '#app/api/use-action.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { BatchAction } from '#app/ui/batch-action.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { DialogButton } from '#app/ui/dialog-button.tsx'
import { EmailText } from '#app/ui/email-text.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { FirstLine } from '#app/ui/first-line.tsx'
import { fieldsOf } from '#app/ui/form-fields.ts'
import { FormDialog } from '#app/ui/form-dialog.tsx'
import { useList } from '#app/ui/list-screen.tsx'
import { RowSheet } from '#app/ui/row-sheet.tsx'
import { StateList, useStateQuery } from '#app/ui/state-list.tsx'
import { Status, type Tone } from '#app/ui/status.tsx'
import type { Column } from '#app/ui/table.tsx'
import { Day, Time } from '#app/ui/time.tsx'
import { toast } from '#app/ui/toast.ts'
import { allReviewsWords as words } from '#app/words/all-reviews.ts'
import { batchWords } from '#app/words/batch.ts'
import { dashboardWords } from '#app/words/dashboard.ts'

export const meta = pageMeta(dashboardWords.allReviews)

/** All reviews, waiting ones first; each opens beside the list, to be published, hidden and answered. */
export default function AllReviews() {
  const query = useStateQuery(reviewStates)
  const list = useList(reviewCalls.everyState, { query })
  const { data } = list
  return (
    <StateList
      list={list}
      rows={data?.reviews}
      rowKey={({ _id }) => _id}
      size={REVIEWS_PAGE_SIZE}
      words={words}
      title={words.total(data?.count ?? 0)}
      query={query}
      choices={reviewStates}
      labels={words.states}
      columns={columns}
      select={{
        nameOf: nameOfReview,
        isSelectable: ({ state: of }) => of === 'waiting',
        renderActions: (selected) => (
          <Allowed call={reviewCalls.show}>
            <PublishReviews reviews={selected} />
          </Allowed>
        ),
      }}
      renderSheet={({ id, row, onClose }) => (
        <RowSheet
          listed={row}
          call={reviewCalls.one}
          request={{ params: { id } }}
          title={words.title}
          titleOf={({ displayName }) => words.by(displayName)}
          unknown={words.unknown}
          onClose={onClose}
        >
          {(review) => <WholeReview review={review} />}
        </RowSheet>
      )}
    />
  )
}

const CHANGES = [reviewCalls.everyState, reviewCalls.one]
const TONES: Record<AdminReview['state'], Tone> = { waiting: 'warning', shown: 'success', hidden: 'neutral' }

const ReviewState = ({ state }: { state: AdminReview['state'] }) => <Status tone={TONES[state]}>{words.states[state]}</Status>

const columns: Column<AdminReview>[] = [
  { title: words.columns.name, card: 'name', cell: ({ displayName }) => <span title={displayName}>{displayName}</span> },
  { title: words.columns.state, card: 'state', cell: ({ state }) => <ReviewState state={state} /> },
  { title: words.columns.rating, align: 'end', cell: ({ rating }) => rating.toFixed(1) },
  { title: words.columns.review, card: 'plain', fills: true, cell: ({ review }) => <FirstLine text={review} /> },
  {
    title: words.columns.part,
    cell: ({ part }) => (
      <span className="block max-w-56 truncate" title={part?.name}>
        {part?.name ?? words.theShop}
      </span>
    ),
  },
  { title: words.columns.email, cell: ({ email }) => (email === null ? words.sample : <EmailText>{email}</EmailText>) },
  { title: words.columns.written, cell: ({ createdAt }) => <Day value={createdAt} /> },
]

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
      changes={CHANGES}
    />
  )
}

function WholeReview({ review }: { review: AdminReview }) {
  const { email, rating, boughtHere, createdAt, state, hiddenAt, hiddenBy, hiddenReason, answer, part } = review
  const may = useMay()
  return (
    <>
      {/* As typed: line breaks are kept, and a long word must not widen the page. */}
      <p className="whitespace-pre-wrap wrap-anywhere">{review.review}</p>
      {answer !== null && (
        <div className="border-s-3 border-s-accent ps-4">
          <p className="label-text">{words.answerTitle}</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{answer}</p>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <ReviewState state={state} />
        {may(reviewCalls.show) && state !== 'shown' && <ShowButton reviewId={review._id} />}
        {may(reviewCalls.show) && state !== 'hidden' && <HideButton review={review} />}
        {may(reviewCalls.answer) && (
          <DialogButton variant="secondary" renderDialog={(onClose) => <AnswerForm review={review} onClose={onClose} />}>
            {answer === null ? words.answer : words.editAnswer}
          </DialogButton>
        )}
      </div>
      <Facts>
        <Fact title={words.columns.rating}>{words.ratingOfFive(rating)}</Fact>
        <Fact title={words.columns.part}>
          {part ? (
            <Link to={paths.part(part._id)} prefetch="intent" className="link">
              {part.name}
            </Link>
          ) : (
            words.theShop
          )}
        </Fact>
        <Fact title={words.columns.email}>
          {email === null ? words.sample : `${email} · ${boughtHere ? words.boughtHere : words.notBought}`}
        </Fact>
        <Fact title={words.columns.written}>
          <Time value={createdAt} />
        </Fact>
        {hiddenAt && (
          <Fact title={hiddenBy === null ? words.hidden : words.hiddenBy}>
            {hiddenBy} <Time value={hiddenAt} />
          </Fact>
        )}
        {hiddenReason !== null && <Fact title={words.hideReason}>{hiddenReason}</Fact>}
      </Facts>
    </>
  )
}

function ShowButton({ reviewId }: { reviewId: string }) {
  const show = useAction({
    send: () => callApi(reviewCalls.show, { params: { id: reviewId }, body: { shown: true } }),
    changes: CHANGES,
  })
  return (
    <Button busy={show.isRunning} onClick={() => show.run()}>
      {words.release}
    </Button>
  )
}

function HideButton({ review: { _id, displayName } }: { review: AdminReview }) {
  return (
    <ConfirmedAction
      renderButton={(ask) => (
        <Button variant="secondary" onClick={ask}>
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
      changes={CHANGES}
    />
  )
}

function AnswerForm({ review: { _id, displayName, answer }, onClose }: { review: AdminReview; onClose: () => void }) {
  const form = useForm({ defaultValues: { answer: answer ?? '' } })
  const save = useFormAction({
    send: (written: { answer: string }) => callApi(reviewCalls.answer, { params: { id: _id }, body: written }),
    form,
    onDone: () => toast.success(words.answerSaved),
    onClose,
    changes: CHANGES,
  })
  return (
    <FormDialog
      title={words.answerTo(displayName)}
      submit={words.saveAnswer}
      action={save}
      onSubmit={form.handleSubmit(save.run)}
      onClose={onClose}
    >
      <TextArea
        {...fieldsOf(form)('answer')}
        label={words.answerTitle}
        hint={words.answerHint}
        rows={4}
        maxLength={TEXT_LIMITS.reviewAnswer}
      />
    </FormDialog>
  )
}

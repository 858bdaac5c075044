import { useForm, useWatch } from 'react-hook-form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { RATING_SCALE, RATING_SLIDER, TEXT_LIMITS } from '#contract/basics/limits.ts'
import { messages } from '#contract/basics/messages.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { partReviewCalls } from '#contract/parts/part-reviews.ts'
import { reviewCalls } from '#contract/parts/reviews.ts'
import { callApi } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { fieldsOf, filled, showRefusal } from '#app/ui/form-fields.ts'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { paths } from '#app/paths.ts'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { useLeaveQuestion } from '#app/ui/use-leave-question.tsx'
import { useAction } from '#app/api/use-action.ts'
import { reviewWords as words } from '#app/words/review.ts'

/** 1, 1.5, 2 ... 5. */
const SCALE = Array.from(
  { length: (RATING_SLIDER.max - RATING_SLIDER.min) / RATING_SLIDER.step + 1 },
  (_, step) => (RATING_SLIDER.min + step * RATING_SLIDER.step) / RATING_SCALE,
)

/** `rating` is the slider's position, 10 to 50. */
type ReviewFields = { rating: number; review: string }

export const meta = pageMeta(words.title)

/** Specification section 2, "Review form". */
export default function WriteReview() {
  const { identity } = useSession()
  const navigate = useNavigate()
  const partsId = useSearchParams()[0].get('part') ?? ''
  const part = useQuery({ ...readOf(partCalls.one, { params: { id: partsId } }), enabled: partsId !== '', retry: false })
  const form = useForm<ReviewFields>({ defaultValues: { rating: RATING_SLIDER.initial, review: '' } })
  const field = fieldsOf(form)
  const { error: ratingError, ...ratingField } = field('rating', { valueAsNumber: true, required: messages.ratingRequired })
  const rating = useWatch({ control: form.control, name: 'rating' }) / RATING_SCALE

  const write = useAction({
    send: (fields: ReviewFields) =>
      callApi(reviewCalls.write, {
        body: {
          displayName: identity?.displayName,
          email: identity?.email,
          rating: fields.rating / RATING_SCALE,
          review: fields.review.trim(),
          ...(part.data && { partsId }),
        },
      }),
    onDone: ({ awaitsRelease }) => {
      toast.success(messages.reviewAdded)
      if (awaitsRelease) toast.info(words.awaitsRelease)
    },
    onDoneHere: () => navigate(part.data ? paths.part(partsId) : paths.home),
    changes: [partReviewCalls.ofPart],
    onRefused: (error) => {
      if (showRefusal(form, error)) toast.error(failureText(error))
    },
  })

  const leaveQuestion = useLeaveQuestion(form.formState.isDirty && !write.isRunning && !write.isDone)

  return (
    <section className="max-w-2xl">
      <h2 className="mb-6 text-xl">{words.title}</h2>
      {part.data && <p className="mb-4 text-soft">{words.about(part.data.name)}</p>}
      <Panel>
        <form noValidate onSubmit={form.handleSubmit(write.run)} className="grid gap-6">
          <Field label={words.rating} error={ratingError}>
            {(slider) => (
              <>
                <input
                  {...ratingField}
                  {...slider}
                  type="range"
                  className="h-11 w-full cursor-pointer accent-accent"
                  min={RATING_SLIDER.min}
                  max={RATING_SLIDER.max}
                  step={RATING_SLIDER.step}
                  aria-valuetext={words.ratingOfFive(rating)}
                />
                <p aria-hidden="true" className="figures flex justify-between text-sm text-soft">
                  {SCALE.map((label) => (
                    <span key={label} className={`w-6 text-center whitespace-nowrap ${label === rating ? 'font-semibold text-ink' : ''}`}>
                      {label}
                    </span>
                  ))}
                </p>
              </>
            )}
          </Field>
          <TextArea {...field('review', filled(messages.reviewRequired))} label={words.description} maxLength={TEXT_LIMITS.review} />
          <div>
            <Button type="submit" busy={write.isRunning} disabled={write.isDone || part.isLoading}>
              {words.add}
            </Button>
          </div>
        </form>
      </Panel>
      {leaveQuestion}
    </section>
  )
}

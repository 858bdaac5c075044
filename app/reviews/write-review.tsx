import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { RATING_SCALE, RATING_SLIDER, TEXT_LIMITS } from '#contract/limits.ts'
import { messages } from '#contract/messages.ts'
import { reviewCalls } from '#contract/reviews.ts'
import { callApi } from '#app/api.ts'
import { toastFailure } from '#app/failure.tsx'
import { showRefusal } from '#app/identity/form-refusal.ts'
import { useSession } from '#app/identity/session.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { mayRetry } from '#app/may-retry.ts'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { toast } from '#app/ui/toast.ts'
import { reviewWords as words } from '#app/words/review.ts'

const WRITE_REVIEW = ['write review']
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
  const queryClient = useQueryClient()
  const {
    control,
    register,
    handleSubmit,
    setError,
    formState: { errors },
  } = useForm<ReviewFields>({
    defaultValues: { rating: RATING_SLIDER.initial, review: '' },
  })
  const rating = useWatch({ control, name: 'rating' }) / RATING_SCALE

  const write = useMutation({
    mutationKey: WRITE_REVIEW,
    mutationFn: (fields: ReviewFields) =>
      callApi(reviewCalls.write, {
        body: {
          displayName: identity?.displayName,
          email: identity?.email,
          rating: fields.rating / RATING_SCALE,
          review: fields.review.trim(),
        },
      }),
    onSuccess: ({ awaitsRelease }) => {
      toast.success(messages.reviewAdded)
      if (awaitsRelease) toast.info(words.awaitsRelease)
    },
    onError: (error, fields) => {
      const sentence = mayRetry(error) ? undefined : showRefusal(error, { rating: 'rating', review: 'review' }, setError)
      if (mayRetry(error) || sentence) toastFailure(error, () => send(fields))
    },
  })
  const send = (fields: ReviewFields) => {
    if (queryClient.isMutating({ mutationKey: WRITE_REVIEW }) > 0) return
    write.mutate(fields, { onSuccess: () => void navigate(paths.home) })
  }

  return (
    <section className="max-w-2xl">
      <h2 className="mb-6 text-xl">{words.title}</h2>
      <Panel>
        <form noValidate onSubmit={handleSubmit(send)} className="grid gap-6">
          <Field label={words.rating} error={errors.rating?.message}>
            {(slider) => (
              <>
                <input
                  {...register('rating', { valueAsNumber: true, required: messages.ratingRequired })}
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
          <TextArea
            {...register('review', { validate: (review) => review.trim() !== '' || messages.reviewRequired })}
            label={words.description}
            maxLength={TEXT_LIMITS.review}
            error={errors.review?.message}
          />
          <div>
            <Button type="submit" busy={write.isPending} disabled={write.isSuccess}>
              {words.add}
            </Button>
          </div>
        </form>
      </Panel>
    </section>
  )
}

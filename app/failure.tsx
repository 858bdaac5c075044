import { messages } from '#contract/messages.ts'
import { ApiError } from '#app/api-error.ts'
import { mayRetry } from '#app/may-retry.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { controlWords } from '#app/words/controls.ts'

/** What to tell about a failed call: the shop's own sentence when it refused, otherwise 'PLease try again later'. */
export function failureText(error: unknown): string {
  return error instanceof ApiError && error.code !== 'INTERNAL' ? error.message : messages.tryAgainLater
}

/** What was asked for does not exist, belongs to somebody else, or its id is none. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT')
}

/** Tells that an action failed; what may pass is offered again. */
export function toastFailure(error: unknown, retry: () => void) {
  toast.error(failureText(error), { retry: mayRetry(error) ? retry : undefined })
}

type LoadFailedProps = {
  error: unknown
  /** Reads again. */
  onRetry: () => void
  /** The next attempt is under way. */
  busy: boolean
}

/** Stands where something could not be read. */
export function LoadFailed({ error, onRetry, busy }: LoadFailedProps) {
  return (
    <Notice
      tone="danger"
      action={
        <Button variant="secondary" onClick={onRetry} busy={busy}>
          {controlWords.tryAgain}
        </Button>
      }
    >
      {failureText(error)}
    </Notice>
  )
}

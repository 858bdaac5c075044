import { useId } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Call } from '#contract/basics/call.ts'
import { toastFailure } from '#app/ui/failure.tsx'
import { mayRetry } from '#app/api/may-retry.ts'
import { queryClient, readAgain } from '#app/api/queries.ts'

export type ActionOptions<Input, Answer> = {
  send: (input: Input) => Promise<Answer>
  onStart?: (() => void) | undefined
  onDone?: (answer: Answer, input: Input) => unknown
  /** As `onDone`, but only while the screen is shown. */
  onDoneHere?: (answer: Answer) => unknown
  /** Shows a refusal on the screen instead of in a toast. */
  onRefused?: (error: Error, input: Input) => void
  /** Shows every failure instead of a toast. */
  onFailed?: ((error: Error, input: Input) => void) | undefined
  /** After success and failure; `error` is null after success. */
  onEnd?: (error: Error | null) => void
  /** Calls whose data the action changes. They are read again when it ends. */
  changes?: Call[]
}

/**
 * An action of a screen, once at a time. A toast shows a temporary error, with a button that repeats the action. After
 * success the action counts as running until the changed data are read.
 */
export function useAction<Answer, Input = void>(options: ActionOptions<Input, Answer>) {
  const mutationKey = [useId()]
  const mutation = useMutation({
    mutationKey,
    mutationFn: options.send,
    onMutate: options.onStart,
    onSuccess: options.onDone,
    onError: (error, input) => {
      const show = options.onFailed ?? (mayRetry(error) ? undefined : options.onRefused)
      if (show) show(error, input)
      else toastFailure(error, () => run(input))
    },
    onSettled: (_, error) => {
      options.onEnd?.(error)
      const read = readAgain(...(options.changes ?? []))
      return error ? undefined : read
    },
  })
  const run = (input: Input) => {
    // A second press can come before the button is drawn as disabled.
    if (queryClient.isMutating({ mutationKey }) === 0) mutation.mutate(input, { onSuccess: options.onDoneHere })
  }
  return { run, isRunning: mutation.isPending, isDone: mutation.isSuccess, answer: mutation.data }
}

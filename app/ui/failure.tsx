import type { ReactNode } from 'react'
import { messages } from '#contract/basics/messages.ts'
import { ApiError } from '#app/api/api-error.ts'
import { mayRetry } from '#app/api/may-retry.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { TryAgain } from '#app/ui/try-again.tsx'

/** The message of a failed call: the server's when it refused, otherwise 'PLease try again later'. */
export function failureText(error: unknown): string {
  return error instanceof ApiError && error.code !== 'INTERNAL' ? error.message : messages.tryAgainLater
}

/** Whether the requested record does not exist or belongs to another user, or its id is invalid. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT')
}

/** Shows that an action failed, with a retry button after temporary errors. */
export function toastFailure(error: unknown, retry: () => void) {
  toast.error(failureText(error), { retry: mayRetry(error) ? retry : undefined })
}

/** A query, as far as its failure is concerned. */
export type Failable = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** The error of a query, with a retry button. */
export function LoadFailed({ query }: { query: Failable }) {
  return (
    <Notice tone="danger" action={<TryAgain busy={query.isFetching} onClick={() => void query.refetch()} />}>
      {failureText(query.error)}
    </Notice>
  )
}

type LoadingProps = {
  query: Failable
  text?: string
  /** As high as the loaded data, instead of some lines. */
  skeleton?: ReactNode
}

/** Replaces data during loading: a skeleton, or the error. */
export function Loading({ query, text, skeleton }: LoadingProps) {
  if (query.error) return <LoadFailed query={query} />
  return skeleton ?? <Skeleton text={text} />
}

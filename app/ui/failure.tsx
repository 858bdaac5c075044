import type { ReactNode } from 'react'
import { messages } from '#contract/basics/messages.ts'
import { ApiError } from '#app/api/api-error.ts'
import { mayRetry } from '#app/api/may-retry.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { useIsLate, useSaid, type Failable } from '#app/ui/told-reads.ts'
import { TryAgain } from '#app/ui/try-again.tsx'
import { controlWords } from '#app/words/controls.ts'

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

export type { Failable }

type LoadFailedProps = {
  query: Failable
  /** What is said instead of the error. */
  text?: string
  /** Its failure is said only when nothing else of the screen failed. */
  isAside?: boolean
}

/** The error of a query, with a retry button. Of several on a screen one tells it. */
export const LoadFailed = ({ query, text = failureText(query.error), isAside = false }: LoadFailedProps) => (
  <Said query={query} sentence={text} hasFailed isAside={isAside} />
)

type SaidProps = { query: Failable; sentence: string | undefined; hasFailed: boolean; isAside?: boolean }

function Said({ query, sentence, hasFailed, isAside = false }: SaidProps) {
  const said = useSaid(query, sentence, hasFailed, isAside)
  if (!said) return null
  return (
    <Notice tone={said.hasFailed ? 'danger' : 'info'} action={<TryAgain busy={hasFailed && query.isFetching} onClick={said.tryAgain} />}>
      {said.sentences.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}

type LoadingProps = {
  query: Failable
  /** The heading of a screen that has no other until its data are there. */
  title?: string
  text?: string
  /** As high as the loaded data, instead of some lines. */
  skeleton?: ReactNode
  /** What is said instead of the error. */
  failed?: string
}

/** Replaces data during loading: a skeleton, with a retry button when the server is late, or the error. */
export function Loading({ query, title, text, skeleton, failed = failureText(query.error) }: LoadingProps) {
  const isLate = useIsLate(query)
  const hasFailed = query.error !== null
  const state = (
    <>
      <Said query={query} sentence={hasFailed ? failed : isLate ? controlWords.stillTrying : undefined} hasFailed={hasFailed} />
      {!hasFailed && (skeleton ?? <Skeleton text={text} />)}
    </>
  )
  if (title === undefined) return state
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-xl wrap-anywhere">{title}</h2>
      {state}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contract/basics/figures.ts'
import { importCalls } from '#contract/parts/imports.ts'
import { callApi } from '#app/api/api.ts'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { WorkProgress } from '#app/ui/work-progress.tsx'
import { useAction } from '#app/api/use-action.ts'
import { importWords as words } from '#app/words/imports.ts'

/** For 100,000 rows on a slow machine. */
export const LONG_WORK_MS = 600_000
/** Polling interval of the progress. */
const PROGRESS_MS = 500

type ProgressProps = {
  /** Of the import. */
  id: string
  of: number
  /** Says how many rows are done. */
  label: (done: string, of: string) => string
}

/** Progress of an import while it is written or undone, and a button that stops it. */
export function Progress({ id, of, label }: ProgressProps) {
  const { data } = useQuery({ ...readOf(importCalls.progress, { params: { id } }), refetchInterval: PROGRESS_MS, gcTime: 0 })
  const stop = useAction({ send: () => callApi(importCalls.stop, { params: { id } }) })
  const done = data?.done ?? 0
  return (
    <div className="grid gap-2">
      <WorkProgress done={done} of={of} text={label(formatCount(done), formatCount(of))} />
      <Button variant="secondary" className="justify-self-start" busy={stop.isRunning || stop.isDone} onClick={() => stop.run()}>
        {words.stop}
      </Button>
    </div>
  )
}

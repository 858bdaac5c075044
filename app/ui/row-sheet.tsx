import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Call, CallResponse } from '#contract/basics/call.ts'
import type { RequestArguments } from '#app/api/api.ts'
import { readOf } from '#app/api/queries.ts'
import { isUnknown, Loading } from '#app/ui/failure.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { SideSheet } from '#app/ui/side-sheet.tsx'

type RowSheetProps<C extends Call, Row> = {
  /** The row, if the page of the list has it; it may say less than the answer of the call. */
  listed: Row | undefined
  /** Reads the row where the page has it not: an action can take it out of the chosen state, and a link can open it. */
  call: C
  request: RequestArguments<C>[0]
  title: string
  titleOf: (row: CallResponse<C> | Row) => string
  /** Said of a row that no longer exists. */
  unknown: string
  onClose: () => void
  children: (row: CallResponse<C> | Row) => ReactNode
}

/** A row of a list beside it: see `renderSheet` of `ListScreen`. */
export function RowSheet<C extends Call, Row = CallResponse<C>>({
  listed,
  call,
  request,
  title,
  titleOf,
  ...sheet
}: RowSheetProps<C, Row>) {
  const query = useQuery({ ...readOf(call, ...([request] as RequestArguments<C>)), enabled: !listed })
  const row = listed ?? query.data
  return (
    <SideSheet title={row ? titleOf(row) : title} onClose={sheet.onClose}>
      {row ? sheet.children(row) : isUnknown(query.error) ? <Notice tone="warning">{sheet.unknown}</Notice> : <Loading query={query} />}
    </SideSheet>
  )
}

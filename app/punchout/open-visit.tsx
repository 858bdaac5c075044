import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { punchoutCalls } from '#contract/quotes/punchout.ts'
import { sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { browserStorage } from '#app/identity/browser-storage.ts'
import { paths } from '#app/paths.ts'
import { queryClient } from '#app/api/queries.ts'
import { EMPTY_DRAFT, keepDraft } from '#app/quotes/kept-draft.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { keepVisit } from './visit.ts'

/** The start page of a visit, which leads on to the quote screen, or to a search. */
export function OpenVisit({ secret }: { secret: string }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Opening secret={secret} />
    </QueryClientProvider>
  )
}

/** Requests once: the secret of a start page works once. */
function Opening({ secret }: { secret: string }) {
  const { data: search, error } = useQuery({
    queryKey: ['punch-out', secret],
    queryFn: () => openVisit(secret),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (error) return <Notice tone="danger">{sentenceOf(error)}</Notice>
  if (search === undefined) return <Spinner />
  return <Navigate to={search === '' ? paths.quote : `${paths.inventory}?${new URLSearchParams({ q: search }).toString()}`} replace />
}

/**
 * Exchanges the secret of a start page and keeps the visit in this tab. A cart to change or look at replaces the draft of this browser; for a
 * new one the draft stays. Returns the procurement system's search text, or ''.
 */
async function openVisit(secret: string): Promise<string> {
  const { token, operation, expiresAt, search, lines, freight = false } = await callApi(punchoutCalls.open, { body: { secret } })
  keepVisit({ token, operation, expiresAt, freight })
  if (operation !== 'create') {
    keepDraft({ ...EMPTY_DRAFT, lines: lines.map((line) => ({ ...line, quantity: String(line.quantity) })) }, browserStorage)
  }
  return search
}

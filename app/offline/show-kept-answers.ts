import type { Query, QueryClient } from '@tanstack/react-query'
import { isKept, ROLE } from '#app/offline/kept-calls.ts'
import { keepAnswer, keptAnswer } from '#app/offline/kept-answers.ts'
import '#app/layout/lost-data.ts'

/** Longer lists are not kept: writing them would hold the page up. */
const MAX_ROWS = 1_000
/** How long an answer that stays the same is not written again, in milliseconds. */
const SAME_LASTS_MS = 60_000

/**
 * Keeps what these queries read. When no answer comes, what was kept is shown instead, with the notice of the page that says
 * from when it is; the query goes on trying, and its answer replaces it. docs/decisions/0033-pages-and-lists-without-a-network.md.
 * @param uidOf the person who is signed in here.
 */
export function showKeptAnswers(client: QueryClient, uidOf: () => string | undefined): void {
  const written = new WeakMap<Query, { data: unknown; at: number }>()
  const unanswered = new Set<Query>()

  const readAgain = () => void client.refetchQueries({ type: 'active', predicate: (query) => unanswered.has(query) })
  addEventListener('online', readAgain)

  function keep(query: Query): void {
    const uid = uidOf()
    const { data, dataUpdatedAt: readAt } = query.state
    const before = written.get(query)
    if (uid === undefined || (before && before.data === data && readAt - before.at < SAME_LASTS_MS)) return
    if (Array.isArray(data) && data.length > MAX_ROWS) return
    written.set(query, { data, at: readAt })
    // A full disk, or a browser that keeps nothing.
    keepAnswer(uid, query.queryHash, { data, readAt }, () => uidOf() === uid).catch(() => undefined)
  }

  async function show(query: Query): Promise<void> {
    const uid = uidOf()
    const kept = uid === undefined ? undefined : await keptAnswer(uid, query.queryHash)
    // Meanwhile the answer may have come, or the person may have left.
    if (!kept || uidOf() !== uid || query.state.data !== undefined) return
    client.setQueryData(query.queryKey, kept.data, { updatedAt: kept.readAt })
  }

  function tellSince(): void {
    const shown = [...unanswered].filter((query) => query.isActive() && query.state.data !== undefined)
    const times = shown.filter(({ queryKey: [path] }) => path !== ROLE).map(({ state }) => state.dataUpdatedAt)
    if (times.length > 0) window.showCopyOf?.(Math.min(...times), readAgain)
  }

  client.getQueryCache().subscribe((event) => {
    const { query, type } = event
    if (!isKept(query.queryKey[0])) return
    const action = type === 'updated' ? event.action : undefined
    if (action?.type === 'success' && !action.manual) {
      keep(query)
      if (unanswered.delete(query) && unanswered.size === 0) window.showCopyOf?.()
    }
    if (type === 'removed') unanswered.delete(query)
    if ((action?.type === 'failed' || action?.type === 'error') && isWithoutAnswer(action.error)) {
      const isShown = query.state.data !== undefined
      if (!isShown) show(query).then(tellSince, () => undefined)
      // A list that is there is called old once all attempts have failed.
      if (!isShown || action.type === 'error') unanswered.add(query)
    }
    tellSince()
  })
}

/** As `mayRetry`, it knows the error of app/request.ts by its name. */
const isWithoutAnswer = (error: unknown) => error instanceof Error && error.name === 'NetworkError'

import type { ErrorAnswer } from '#contract/basics/errors.ts'
import { ApiError } from '#app/api/api-error.ts'
import { sessionKeeper, withBearer } from '#app/identity/browser-session.ts'

export type FileRequest = {
  /** Path below /api, with its query. */
  path: string
  /** What a POST sends; without it the file is read. */
  body?: object
  /** Whether the address itself authorises the download. */
  isPublic?: boolean
}

/**
 * Fetches a file of the shop for `offerToSave`. A link would not do: it carries no token.
 * @throws ApiError when the shop refuses.
 */
export async function fetchFile({ path, body, isPublic = false }: FileRequest): Promise<Blob> {
  const type = new Headers(body ? { 'content-type': 'application/json' } : {})
  const headers = isPublic ? type : withBearer(type, await sessionKeeper.freshToken())
  const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const answer = await fetch(`/api${path}`, { ...sent, headers, credentials: 'same-origin' })
  if (!answer.ok) throw new ApiError(answer.status, (await answer.json()) as ErrorAnswer)
  return answer.blob()
}

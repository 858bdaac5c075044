import type { Call, CallBody, CallParams, CallQuery, CallResponse } from '#contract/basics/call.ts'
import type { imageCalls } from '#contract/parts/images.ts'
import { ApiError } from '#app/api/api-error.ts'
import { bearerHeaders, sessionKeeper, withBearer } from '#app/identity/browser-session.ts'
import { send, sendImage, UPLOAD, type Address, type Sent } from '#app/api/request.ts'

type Needed<K extends string, T> = [T] extends [undefined]
  ? { [P in K]?: undefined }
  : object extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

/** Arguments of a call: params, query and body by its schemas, and options of the request. */
export type CallInput<C extends Call> = Needed<'params', CallParams<C>> &
  Needed<'query', CallQuery<C>> &
  Needed<'body', CallBody<C>> & { headers?: HeadersInit; signal?: AbortSignal; keepalive?: boolean; patienceMs?: number }

/** The request as an argument; left out where a call needs nothing. */
export type RequestArguments<C extends Call> = object extends CallInput<C> ? [request?: CallInput<C>] : [request: CallInput<C>]

/**
 * Makes one call of the contract, with the access token as Bearer unless an Authorization header is set already.
 * A token that counts as expired is renewed first; one that the server refuses is renewed and the call made once more.
 * @throws ApiError when the server refuses, NetworkError when no answer comes in time, the signal's reason when aborted.
 */
export function callApi<C extends Call>(call: C, ...[request]: RequestArguments<C>): Promise<CallResponse<C>> {
  return sendCall(call, request ?? {})
}

/** `callApi` for requests that are built for any call, without type checks. */
export function sendCall<C extends Call>(call: C, sent: Sent): Promise<CallResponse<C>> {
  return withToken(call, new Headers(sent.headers), async (headers) => {
    const { answer } = await send<C>(call, { ...sent, headers })
    return answer
  })
}

/**
 * Uploads a part's picture; `onProgress` is called with the share that has been sent, 0 to 1.
 * Answers and throws as `callApi`. The timeout restarts with every piece that gets through.
 */
export async function uploadImage(
  file: Blob,
  onProgress?: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<CallResponse<typeof imageCalls.upload>> {
  return withToken(UPLOAD, new Headers(), (headers) => sendImage(file, headers, onProgress, signal))
}

/** Uploads a picture for a return of an order; answers and throws as `callApi`. */
export const uploadReturnPicture = (orderId: string, file: Blob): Promise<CallResponse<typeof imageCalls.upload>> =>
  withToken({ ...UPLOAD, policy: 'session' }, new Headers(), (headers) =>
    sendImage(file, headers, undefined, undefined, { path: '/order/:id/return-pictures', params: { id: orderId } }),
  )

/** Gives `attempt` the headers it needs, and a second attempt with a new token when the server refused the first one. */
async function withToken<T>(call: Address<Call>, headers: Headers, attempt: (headers: Headers) => Promise<T>): Promise<T> {
  const isOpenToAll = call.policy === 'public' || call.policy === 'identity'
  if ((isOpenToAll && !call.knowsCaller) || headers.has('authorization')) return attempt(bearerHeaders(headers))

  const token = await sessionKeeper.freshToken()
  try {
    return await attempt(withBearer(headers, token))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'ACCOUNT_DISABLED') sessionKeeper.end()
    if (error.code !== 'SIGN_IN_NEEDED' || token === null) throw error
    return repeatWithNewToken(token, error, (newToken) => attempt(withBearer(headers, newToken)))
  }
}

async function repeatWithNewToken<T>(refused: string, refusal: ApiError, attempt: (token: string) => Promise<T>): Promise<T> {
  const token = await sessionKeeper.tokenInsteadOf(refused)
  if (token === null) throw refusal
  try {
    return await attempt(token)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SIGN_IN_NEEDED') sessionKeeper.end()
    throw error
  }
}

/**
 * Whether the same request may succeed later: no answer arrived, or the server was unavailable. It recognizes the errors of
 * app/api/api.ts by name and status, so that screens need not load the code of requests.
 */
export const mayRetry = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NetworkError' || ('status' in error && (Number(error.status) >= 500 || error.status === 429)))

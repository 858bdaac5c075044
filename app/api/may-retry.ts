/**
 * Whether the same request may succeed later: no answer came, or the server could not answer now. It knows the errors of
 * app/api/api.ts by their names and figures, so that a screen can ask without loading what sends requests.
 */
export const mayRetry = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NetworkError' || ('status' in error && (Number(error.status) >= 500 || error.status === 429)))

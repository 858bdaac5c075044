import type { FastifyReply } from 'fastify'
import { ShopError } from '../errors.ts'

/** better-auth's codes in the shop's words. An unlisted code is a bug, not a refusal. */
const refusals: Record<string, () => ShopError> = {
  INVALID_EMAIL_OR_PASSWORD: () => new ShopError('CREDENTIALS_WRONG'),
  ACCOUNT_DISABLED: () => new ShopError('ACCOUNT_DISABLED'),
  INVALID_ORIGIN: () => new ShopError('NOT_ALLOWED'),
  MISSING_OR_NULL_ORIGIN: () => new ShopError('NOT_ALLOWED'),
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: () => new ShopError('NOT_ALLOWED'),
}

/** The error for a failed answer of better-auth. Copies a limit's Retry-After to the reply. */
export async function toRefusal(answer: Response, reply: FastifyReply): Promise<Error> {
  if (answer.status === 429) {
    reply.header('retry-after', answer.headers.get('x-retry-after') ?? '60')
    return new ShopError('TOO_MANY_REQUESTS')
  }
  const code = codeIn(await answer.text())
  return refusals[code]?.() ?? new Error(`The identity service answered ${answer.status} ${code}`)
}

function codeIn(text: string): string {
  try {
    const { code } = JSON.parse(text) as { code?: unknown }
    return String(code)
  } catch (error) {
    if (error instanceof SyntaxError) return 'without a code'
    throw error
  }
}

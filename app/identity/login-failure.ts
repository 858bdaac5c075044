/** Authentication errors up to this many characters are not shown. */
const TOO_SHORT = 6

/**
 * The sentence under the login form: the authentication error's when it is longer than six characters, otherwise that
 * of the reset mail. Specification section 8, "Login failure".
 */
export function loginFailure(authentication: string | undefined, resetMail: string | undefined): string | undefined {
  if (authentication !== undefined && authentication.length > TOO_SHORT) return authentication
  return resetMail
}

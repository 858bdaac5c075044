/**
 * What a page may load and run: its own files, and inline scripts that carry this answer's nonce.
 * guarantees: no 'unsafe-inline', no frames, no plugins, no foreign form targets.
 */
export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** In development Vite adds styles and its client by inline elements and listens on a socket. */
export const developmentContentSecurityPolicy =
  "default-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' ws:; frame-ancestors 'none'"

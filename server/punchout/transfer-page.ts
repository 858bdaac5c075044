import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { html, type Html } from '../identity/external/pages.ts'
import type { Field } from './oci/fields.ts'

/** Presses the button, which is there for browsers without scripts. */
const SCRIPT = `document.getElementById('transfer').requestSubmit()`

const STYLE = `
body { margin: 0; padding: 2rem 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: #141c30; background: #fff }
main { max-width: 28rem; margin: 0 auto }
h1 { margin: 0 0 1rem; font-size: 1.5rem }
button { min-height: 2.75rem; padding: 0 1rem; font: inherit; font-weight: 600; cursor: pointer; color: #fff; background: #1d4ed8;
  border: 1px solid #1d4ed8; border-radius: .5rem }
:focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px }
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Frames that a form may be posted to, by OCI's `~TARGET`. */
const TARGET = /^[A-Za-z_][\w-]{0,60}$/

/** What is posted, and where. `action` was checked by `requireReturnUrl`. */
type Transfer = { action: string; fields: Field[]; target?: string | null }

/**
 * A page that posts a cart to a procurement system. It alone may post a form to another site, and contains nothing else: no user
 * text, no files, only its own script. Browsers apply the policy to redirects of the form, too, and procurement systems redirect to
 * other hosts, so any address with TLS is allowed where the first one has it.
 */
export function transferPage(reply: FastifyReply, { action, fields, target }: Transfer): string {
  const { protocol, origin } = new URL(action)
  const inputs = fields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}">`)
  const frame = target && TARGET.test(target) ? html` target="${target}"` : ''
  const body = html`<h1>Back to your procurement system</h1><form id="transfer" method="post" action="${action}" accept-charset="utf-8"${frame}>${inputs}<p>Your cart is transferred.</p><button>Transfer the cart</button></form>`
  return page(reply, 'Back to your procurement system', body, { isPosting: true, formAction: protocol === 'https:' ? 'https:' : origin })
}

/** Shows why a procurement system was refused, to the person whose browser it opened. */
export function refusalPage(reply: FastifyReply, sentence: string): string {
  return page(reply, 'Not connected', html`<h1>Not connected</h1><p>${sentence}</p>`, { isPosting: false, formAction: "'none'" })
}

function page(
  reply: FastifyReply,
  title: string,
  body: Html,
  { isPosting, formAction }: { isPosting: boolean; formAction: string },
): string {
  const policy = [
    "default-src 'none'",
    ...(isPosting ? [`script-src ${hashOf(SCRIPT)}`] : []),
    `style-src ${hashOf(STYLE)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formAction}`,
  ]
  reply.type('text/html; charset=utf-8').header('content-security-policy', policy.join('; ')).header('cache-control', 'no-store')
  reply.header('x-robots-tag', 'noindex')
  const script = isPosting ? html`<script>${{ markup: SCRIPT }}</script>` : ''
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${{ markup: STYLE }}</style></head>
<body><main>${body}</main>${script}</body>
</html>`.markup
}

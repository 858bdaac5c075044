import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { EXTERNAL_SIGN_IN_CHANNEL, type ExternalSignInOutcome } from '#contract/people/identity.ts'

export type Html = { markup: string }

/** Escapes all values, except `Html`. */
export function html(strings: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(markupOf)) }
}

function markupOf(value: string | Html | Html[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return Array.isArray(value) ? value.map(({ markup }) => markup).join('') : value.markup
}

/**
 * Sends the outcome to the shop's page and closes the window. A broadcast channel reaches that page even where the issuer
 * has cut the link between the windows. A window that no page has opened stays open and shows the sentence.
 */
const SCRIPT = `new BroadcastChannel('${EXTERNAL_SIGN_IN_CHANNEL}').postMessage(JSON.parse(document.documentElement.dataset.outcome))
setTimeout(() => window.close(), 50)`

const STYLE = `
body { margin: 0; padding: 2rem 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: #141c30; background: #fff }
main { max-width: 28rem; margin: 0 auto }
h1 { margin: 0 0 1rem; font-size: 1.5rem }
a { color: #1d4ed8 }
.note { padding: .75rem 1rem; border-left: 4px solid #b45309; background: #fffbeb }
fieldset { margin: 1.5rem 0; padding: 0; border: 0 }
legend { padding: 0; font-weight: 600 }
label { display: flex; gap: .75rem; align-items: center; min-height: 2.75rem; padding: .25rem 0 }
small { display: block; color: #4b5563 }
button { width: 100%; min-height: 2.75rem; margin-bottom: .75rem; font: inherit; font-weight: 600; cursor: pointer;
  color: #fff; background: #1d4ed8; border: 1px solid #1d4ed8; border-radius: .5rem }
button.quiet { color: #141c30; background: #fff; border-color: #6b7280 }
:focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px }
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(STYLE)}`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

export function windowPage(reply: FastifyReply, title: string, body: Html): string {
  return complete(reply, title, body)
}

export function outcomePage(reply: FastifyReply, outcome: ExternalSignInOutcome): string {
  const [title, sentence] = outcome.signedIn
    ? ['Signed in', 'You are signed in. This window can be closed.']
    : ['Not signed in', outcome.message]
  const body = html`<h1>${title}</h1><p>${sentence}</p><p><a href="/login">Go to the login page</a></p>`
  return complete(reply, title, body, outcome)
}

function complete(reply: FastifyReply, title: string, body: Html, outcome?: ExternalSignInOutcome): string {
  reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY)
  const data = outcome ? html` data-outcome="${JSON.stringify(outcome)}"` : ''
  const script = outcome ? html`<script>${{ markup: SCRIPT }}</script>` : ''
  return html`<!doctype html>
<html lang="en"${data}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>${{ markup: STYLE }}</style></head>
<body><main>${body}</main>${script}</body>
</html>`.markup
}

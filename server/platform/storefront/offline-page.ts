import { controlWords } from '#app/words/controls.ts'
import { offlineWords as words } from '#app/words/offline.ts'

/** The service worker shows this page instead of a screen that it has no copy of. */
export const OFFLINE_PAGE = '/offline'

const SCREEN = /(<main\b[^>]*>)[^]*(<\/main>)/
const TITLE = /(<title>)[^<|]*/g
/** What starts React, which would look for the screen of the address. */
const MODULES = /<link rel="modulepreload"[^>]*>|<script\b[^>]* type="module"[^]*?<\/script>/g

/** Puts the notice and a link that asks again into the frame of another page. The links of the frame work without scripts. */
export function offlinePage(html: string): string {
  const notice = `<div class="shell not-found"><h1 class="text-2xl">${words.title}</h1><p class="mt-3 text-soft">${words.notKept}</p>
<div class="mt-8"><a href="" class="button button-primary">${controlWords.tryAgain}</a></div></div>`
  return html
    .replace(SCREEN, (_, opening: string, closing: string) => opening + notice + closing)
    .replace(TITLE, (_, opening: string) => `${opening}${words.title} `)
    .replaceAll(MODULES, '')
}

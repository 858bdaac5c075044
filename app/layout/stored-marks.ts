import { STORED_HERE } from '#app/identity/browser-storage.ts'
import { STORED } from '#app/identity/session-state.ts'
import { LIST_VIEW } from '#app/parts/kept-list-view.ts'
import { QUOTE_DRAFT } from '#app/quotes/draft-key.ts'

/** Values for the script in the head, which cannot import anything else from this module. */
const KEYS = {
  storedHere: STORED_HERE,
  token: STORED.token,
  identity: STORED.identity,
  worksForShop: STORED.worksForShop,
  draft: QUOTE_DRAFT,
  listView: LIST_VIEW,
}

/**
 * Runs in the head, before the first paint, and after every change of the storage: pages come from a cache without user
 * data, and the style sheet draws the number of lines of the draft quote, the chosen view of the parts list, and the frame of the
 * dashboard by these marks. It is in the page and not in the browser's scripts.
 */
export const MARK_STORED_SCRIPT = import.meta.env.SSR ? `(${markStored})(${JSON.stringify(KEYS)});` : ''

function markStored(keys: typeof KEYS) {
  const { dataset, style } = document.documentElement
  const mark = () => {
    try {
      const read = (key: string) => localStorage.getItem(key) ?? ''
      const [, count = '0', owner = 'null'] = /^\{"count":(\d+),"owner":(null|"[^"\\]*")/.exec(read(keys.draft)) ?? []
      const isSeen = owner === 'null' || (read(keys.token) !== '' && read(keys.identity).includes(`"email":${owner}`))
      dataset['quoteLines'] = isSeen ? count : '0'
      style.setProperty('--quote-lines', dataset['quoteLines'])
      dataset['frame'] = read(keys.token) !== '' && read(keys.worksForShop) !== '' ? 'shop' : 'visitor'
      if (read(keys.listView) === 'table') dataset['listView'] = 'table'
    } catch {
      // Without a storage there is nothing to mark.
    }
  }
  mark()
  addEventListener('storage', mark)
  addEventListener(keys.storedHere, mark)
}

import { browserStorage } from '#app/identity/browser-storage.ts'
import type { ListView } from '#app/parts/list-address.ts'

/** Storage key of the chosen view; app/layout/stored-marks.ts reads it before a page is drawn. */
export const LIST_VIEW = 'listView'

/** The view by the mark on the document. */
export const markedListView = (): string => document.documentElement.dataset['listView'] ?? 'cards'

/** The mark on the document draws the lists whose address does not name a view. */
export function keepListView(view: ListView): void {
  browserStorage.setItem(LIST_VIEW, view)
  document.documentElement.dataset.listView = view
}

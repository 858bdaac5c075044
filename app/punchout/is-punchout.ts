/**
 * Whether this tab came from a procurement system: by a start page, or before (app/punchout/visit.ts). Separate from the code of the
 * visit, because every quote screen needs it.
 */
export function isPunchout(): boolean {
  try {
    return location.search.includes('punch-out') || sessionStorage.getItem('punchOut') !== null
  } catch {
    return false
  }
}

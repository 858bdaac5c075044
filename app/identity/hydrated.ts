import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether React has taken over the page. Until then a form that the server has drawn would be sent by the browser
 * itself, without any check.
 */
export const useHydrated = () => useSyncExternalStore(never, () => true, () => false)

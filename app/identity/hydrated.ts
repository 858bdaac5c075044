import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether React has hydrated the page. Before, the browser would submit a form without validation. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Goes with the link that opens a row: the list stays where it is, and closing goes back. */
export const OPENS_HERE = { preventScrollReset: true, state: { isOpenedHere: true } }

/** The opened row of a list, `open` in the address: Back closes it, and a link opens it. */
export function useOpened() {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()

  const withOpened = (id: string | undefined) => {
    const query = new URLSearchParams(search)
    if (id === undefined) query.delete('open')
    else query.set('open', id)
    return `?${query}`
  }
  return {
    openedId: search.get('open') ?? undefined,
    /** Address that opens a row of this list. */
    hrefOf: withOpened,
    close: () => {
      const isOpenedHere = typeof state === 'object' && state !== null && 'isOpenedHere' in state
      void (isOpenedHere ? navigate(-1) : navigate(withOpened(undefined), { replace: true, preventScrollReset: true }))
    },
  }
}

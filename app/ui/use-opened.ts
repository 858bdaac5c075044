import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Goes with the link that opens a row: the list stays where it is, and closing goes back. */
export const OPENS_HERE = { preventScrollReset: true, state: { isOpenedHere: true } }

/** The opened row of a list, by its id in the address: Back closes it, and a link opens it. Each list of a page has its own parameter. */
export function useOpened(parameter = 'open') {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()

  const withOpened = (id: string | undefined) => {
    const query = new URLSearchParams(search)
    if (id === undefined) query.delete(parameter)
    else query.set(parameter, id)
    return `?${query}`
  }
  return {
    openedId: search.get(parameter) ?? undefined,
    /** Address that opens a row of this list. */
    hrefOf: withOpened,
    close: () => {
      const isOpenedHere = typeof state === 'object' && state !== null && 'isOpenedHere' in state
      void (isOpenedHere ? navigate(-1) : navigate(withOpened(undefined), { replace: true, preventScrollReset: true }))
    },
  }
}

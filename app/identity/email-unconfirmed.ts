import { useQuery } from '@tanstack/react-query'
import { identityCalls } from '#contract/people/identity.ts'
import { readOf } from '#app/api/queries.ts'

/** Whether the user's address is known to be unconfirmed; false while it is unknown. Inside `<SignedIn>`. */
export function useEmailUnconfirmed(): boolean {
  const { data } = useQuery(readOf(identityCalls.current))
  return data?.identity?.emailVerified === false
}

/** Whether it has been asked if the user's address is confirmed, also without success. Inside `<SignedIn>`. */
export const useIsEmailKnown = (): boolean => !useQuery(readOf(identityCalls.current)).isPending

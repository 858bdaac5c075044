import { useQuery } from '@tanstack/react-query'
import { identityCalls } from '#contract/identity.ts'
import { readOf } from '#app/queries.ts'

/** Whether the person's address is known to be unconfirmed; false also while nothing is known. Inside `<SignedIn>`. */
export function useEmailUnconfirmed(): boolean {
  const { data } = useQuery(readOf(identityCalls.current))
  return data?.identity?.emailVerified === false
}

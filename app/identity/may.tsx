import { useCallback, type ReactNode } from 'react'
import type { Call } from '#contract/basics/call.ts'
import { actsAsAdmin, type Permission } from '#contract/people/permissions.ts'
import { useSession } from '#app/identity/session.tsx'

/** A call, or what is like one: it reads or changes, and needs one of these permissions. */
export type NamedCall = Pick<Call, 'method' | 'permissions'>

const NONE: readonly Permission[] = []

/** Whether the person may make this call for the shop: as an admin, or by a permission that the call names. */
export function useMay(): (call: NamedCall) => boolean {
  const { isAdmin, permissions = NONE } = useSession()
  return useCallback((call) => actsAsAdmin({ role: isAdmin ? 'admin' : '', permissions }, call), [isAdmin, permissions])
}

/** Shows what makes a call to those who may make it, and to the rest what stands instead. */
export function Allowed({ call, otherwise = null, children }: { call: NamedCall; otherwise?: ReactNode; children: ReactNode }) {
  return useMay()(call) ? children : otherwise
}

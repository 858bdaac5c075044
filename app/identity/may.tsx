import { useCallback, type ReactNode } from 'react'
import type { Call } from '#contract/basics/call.ts'
import { actsAsAdmin, type Permission } from '#contract/people/permissions.ts'
import { useSession } from '#app/identity/session.tsx'

/** A call, or a similar object: it reads or changes, and needs one of these permissions. */
export type NamedCall = Pick<Call, 'method' | 'permissions'>

const NONE: readonly Permission[] = []

/** Whether the person may make this call for the shop: as an admin, or by a permission that the call names. */
export function useMay(): (call: NamedCall) => boolean {
  const { isAdmin, permissions = NONE } = useSession()
  return useCallback((call) => actsAsAdmin({ role: isAdmin ? 'admin' : '', permissions }, call), [isAdmin, permissions])
}

/** Shows its children to users who may make the call, to others the alternative. */
export function Allowed({ call, otherwise = null, children }: { call: NamedCall; otherwise?: ReactNode; children: ReactNode }) {
  return useMay()(call) ? children : otherwise
}

import { Navigate } from 'react-router'
import { dashboardPaths } from '#app/dashboard-paths.ts'

/** The address of the address book before it was a page of the profile. */
export default function AddressesMoved() {
  return <Navigate replace to={dashboardPaths.addresses} />
}

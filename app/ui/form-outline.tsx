import type { ReactNode } from 'react'
import { Spinner } from '#app/ui/spinner.tsx'

/** Placeholder of a form during loading: the form itself, empty and unseen, so that it is as high as what comes. */
export const FormOutline = ({ children }: { children: ReactNode }) => (
  <div className="skeleton relative">
    <div className="absolute inset-x-4 top-0">
      <Spinner />
    </div>
    <div inert className="invisible">
      {children}
    </div>
  </div>
)

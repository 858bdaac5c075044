import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  children?: ReactNode
  /** What to do next, usually a ButtonLink. */
  action?: ReactNode
}

/** Stands where a list would be, says that there is nothing yet and where to go from here. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="mt-2 max-w-prose text-soft">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}

import type { ReactNode } from 'react'

type EmptyStateProps = {
  title: string
  children?: ReactNode
  /** The next action, usually a ButtonLink. */
  action?: ReactNode
}

/** Replaces an empty list, with the next action. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="px-5 py-[clamp(2rem,6vw,4rem)] border border-dashed border-edge rounded-box flex flex-col items-center text-center">
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="mt-2 max-w-prose text-soft">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}

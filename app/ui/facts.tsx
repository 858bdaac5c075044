import { useId, type ReactNode } from 'react'

/** Names and values, one pair a row. */
export function Facts({ className = '', children }: { className?: string; children: ReactNode }) {
  return <dl className={`facts figures ${className}`}>{children}</dl>
}

export function Fact({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div>
      <dt id={id} className="text-soft">
        {title}
      </dt>
      {/* An amount stays below those of the other rows when its reason needs a line of its own. */}
      <dd aria-labelledby={id} className="min-w-0 font-semibold wrap-anywhere has-[>.fact-why]:ms-auto has-[>.fact-why]:text-end">
        {children}
      </dd>
    </div>
  )
}

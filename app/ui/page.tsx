import type { ReactNode } from 'react'

type PageProps = {
  title: ReactNode
  /** A sentence or two under the title. */
  lead?: ReactNode
  /** `narrow` for a single form, `text` for reading, `wide` for everything else. */
  width?: 'narrow' | 'text' | 'wide'
  children: ReactNode
}

const widths = { narrow: 'max-w-md mx-auto', text: 'max-w-3xl', wide: '' }

/** A screen with its only `h1`. */
export function Page({ title, lead, width = 'wide', children }: PageProps) {
  return (
    <div className="shell py-10 lg:py-16">
      <div className={widths[width]}>
        <h1 className="text-3xl">{title}</h1>
        {lead && <p className="mt-3 max-w-prose text-lg text-soft">{lead}</p>}
        <div className="mt-8">{children}</div>
      </div>
    </div>
  )
}

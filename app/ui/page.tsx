import type { ReactNode } from 'react'

type PageProps = {
  title: ReactNode
  /** A sentence or two under the title. */
  lead?: ReactNode
  /** `narrow` for a single form, `text` for reading, `desk` for long lists, `wide` for everything else. */
  width?: 'narrow' | 'text' | 'desk' | 'wide'
  children: ReactNode
}

const widths = { narrow: 'max-w-md mx-auto', text: 'max-w-3xl', desk: '', wide: '' }

/** A screen with its only `h1`. */
export function Page({ title, lead, width = 'wide', children }: PageProps) {
  return (
    <div className={width === 'desk' ? 'shell-wide py-6' : 'shell py-10 lg:py-16'}>
      <div className={widths[width]}>
        <h1 className={width === 'desk' ? 'text-2xl' : 'text-3xl'}>{title}</h1>
        {lead && <p className={width === 'desk' ? 'mt-1 text-soft' : 'mt-3 max-w-prose text-lg text-soft'}>{lead}</p>}
        <div className={width === 'desk' ? 'mt-5' : 'mt-8'}>{children}</div>
      </div>
    </div>
  )
}

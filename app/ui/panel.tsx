import type { ComponentProps } from 'react'

/** A raised surface that groups content. */
export function Panel({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`panel ${className}`} />
}

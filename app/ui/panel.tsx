import type { ComponentProps } from 'react'

/** A raised piece of surface that holds what belongs together. */
export function Panel({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`panel ${className}`} />
}

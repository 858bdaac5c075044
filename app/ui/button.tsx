import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { SpinnerRing } from '#app/ui/spinner-ring.tsx'

type Variant = 'primary' | 'secondary' | 'danger' | 'ghost'

const classes = (variant: Variant, className = '') => `button button-${variant} ${className}`

type ButtonProps = ComponentProps<'button'> & {
  variant?: Variant
  /** The button's call is in progress: it cannot be pressed again. */
  busy?: boolean
}

export function Button({ variant = 'primary', busy = false, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={classes(variant, className)} disabled={disabled || busy} aria-busy={busy || undefined}>
      {busy && <SpinnerRing />}
      <span className="contents">{children}</span>
    </button>
  )
}

/** A link that looks like a button. Its target is prefetched on hover and focus. */
export function ButtonLink({ variant = 'primary', className, ...rest }: LinkProps & { variant?: Variant }) {
  return <Link prefetch="intent" {...rest} className={classes(variant, className)} />
}

type IconButtonProps = Omit<ButtonProps, 'aria-label' | 'children'> & {
  /** Accessible name of the icon. */
  label: string
  icon: ReactNode
}

export function IconButton({ label, icon, variant = 'ghost', busy = false, className = '', ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant={variant} busy={busy} className={`button-icon ${className}`} aria-label={label} title={label}>
      {!busy && icon}
    </Button>
  )
}

import type { ReactNode } from 'react'

/** An icon on a 24 x 24 grid in the text's colour. The control has the accessible name, never the icon. */
export function Icon({ children, filled = false }: { children: ReactNode; filled?: boolean }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

/** An icon of lines only; `d` is the path of its drawing. */
export const icon = (d: string) => () => (
  <Icon>
    <path d={d} />
  </Icon>
)

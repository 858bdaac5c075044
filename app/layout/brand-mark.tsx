import { useId } from 'react'

/** Look of the mark with the shop's name beside it. */
export const BRAND =
  'inline-flex items-center gap-2.5 min-h-11 min-w-0 text-[1.25rem] font-[650] tracking-[-0.02em] wrap-anywhere xl:min-w-36'

/** The owner's logo, else the shop's: the layers of a screen, the same drawing as favicon.svg. */
export function BrandMark({ logo }: { logo: string | undefined }) {
  const lit = useId()
  if (logo) return <img className="brand-logo" src={logo} alt="" height="32" />
  return (
    <svg className="size-8 flex-none" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={lit} x1="0" y1="0" x2="0.6" y2="1">
          <stop offset="0" stopColor="#2fb4ff" />
          <stop offset="0.5" stopColor="#7a5cff" />
          <stop offset="1" stopColor="#ff9ec4" />
        </linearGradient>
      </defs>
      <path d="M20 5.5 30 9v17.5L20 23Z" fill="#46587d" />
      <path d="M12.5 5.5 22.5 9v17.5L12.5 23Z" fill="#93a7cf" stroke="#141c30" strokeWidth="1.5" />
      <path d="M3 5 15 9v19L3 24Z" fill={`url(#${lit})`} stroke="#141c30" strokeWidth="1.5" />
    </svg>
  )
}

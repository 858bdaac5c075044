import { useEffect, useRef, useState, type ReactNode } from 'react'

type ScrollBoxProps = {
  /** Accessible name of the box. */
  label: string
  className?: string
  children: ReactNode
}

/** A box whose content can be larger than it is: then the Tab key reaches it, so that the arrow keys scroll it. */
export function ScrollBox({ label, className = '', children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isLarger, setIsLarger] = useState(false)

  useEffect(() => {
    const { current } = box
    if (!current) return
    const observer = new ResizeObserver(() =>
      setIsLarger(current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight),
    )
    for (const element of [current, ...current.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={box} role="region" aria-label={label} tabIndex={isLarger ? 0 : undefined} className={`overflow-auto ${className}`}>
      {/* Grows with what it contains, also to the side. */}
      <div className="min-w-fit">{children}</div>
    </div>
  )
}

import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { formatCount } from '#contract/basics/figures.ts'

/** `count` follows the title. */
export type Tab = { title: string; count?: number; content: ReactNode }

/** Panels of which one is shown at a time; the others keep their input. The arrow keys go from tab to tab. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const onKey = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined) return
    const next = (chosen + step + tabs.length) % tabs.length
    setChosen(next)
    currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have the focus */}
      <div role="tablist" aria-label={label} className="view-links mb-4 w-fit" data-screen-only onKeyDown={onKey}>
        {tabs.map(({ title, count }, index) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            className="view-link"
            onClick={() => setChosen(index)}
          >
            <span>{title}</span>
            {count !== undefined && <span className="font-medium text-soft figures">{formatCount(count)}</span>}
          </button>
        ))}
      </div>
      {tabs.map(({ title, content }, index) => (
        <div key={title} role="tabpanel" id={`${id}-panel-${index}`} aria-labelledby={`${id}-tab-${index}`} hidden={index !== chosen}>
          {content}
        </div>
      ))}
    </>
  )
}

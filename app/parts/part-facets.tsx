import { Link } from 'react-router'
import type { FacetGroup } from '#app/parts/facet-links.ts'

/** Categories and values with the number of parts that each finds, as links in the browser's own popovers; they work without scripts. */
export function PartFacets({ label, groups }: { label: string; groups: FacetGroup[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap basis-full gap-2 max-sm:flex-nowrap max-sm:overflow-x-auto">
      {groups.map(({ name, chosen, links }, index) => (
        <div key={name}>
          <button type="button" className="button button-secondary whitespace-nowrap pointer-fine:min-h-9" popoverTarget={`facet-${index}`}>
            <span>{name}</span>
            {chosen > 0 && <span className="font-medium text-soft">{chosen}</span>}
          </button>
          <ul id={`facet-${index}`} popover="auto" className="part-list-popup">
            {links.map(({ to, text, count, isChosen }) => (
              <li key={to}>
                <Link
                  to={to}
                  preventScrollReset
                  className="flex items-center gap-2 min-h-11 px-3 whitespace-pre-wrap hover:bg-sunken aria-[current]:bg-accent-tint aria-[current]:font-semibold"
                  aria-current={isChosen || undefined}
                >
                  {text}
                  <span className="ml-auto font-medium text-soft figures">{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

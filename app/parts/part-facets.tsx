import { Link } from 'react-router'
import type { FacetGroup } from '#app/parts/facet-links.ts'

/** Categories and values with the number of parts that each finds, as links in the browser's own popovers; they work without scripts. */
export function PartFacets({ label, groups }: { label: string; groups: FacetGroup[] }) {
  return (
    <nav aria-label={label} className="part-facets">
      {groups.map(({ name, chosen, links }, index) => (
        <div key={name}>
          <button type="button" className="button button-secondary" popoverTarget={`facet-${index}`}>
            <span>{name}</span>
            {chosen > 0 && <span className="chip-count">{chosen}</span>}
          </button>
          <ul id={`facet-${index}`} popover="auto" className="part-list-popup">
            {links.map(({ to, text, count, isChosen }) => (
              <li key={to}>
                <Link to={to} preventScrollReset aria-current={isChosen || undefined}>
                  {text}
                  <span className="chip-count figures">{count}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

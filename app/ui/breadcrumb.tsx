import { Link } from 'react-router'
import { controlWords as words } from '#app/words/controls.ts'

type BreadcrumbProps = {
  /** The screens above this one, the highest first. */
  above: { to: string; label: string }[]
  /** Name of this screen. */
  here: string
}

/** The place of a screen among the others. */
export function Breadcrumb({ above, here }: BreadcrumbProps) {
  return (
    // In the dashboard the row of tabs above leads to the list, and the work begins in the first screen.
    <nav aria-label={words.breadcrumb} className="max-lg:in-[.dashboard-content]:hidden">
      <ol className="flex flex-wrap items-center text-sm text-soft lg:in-[.dashboard-content]:-mt-3 lg:in-[.dashboard-content]:-mb-4">
        {above.map(({ to, label }) => (
          <li key={to} className="min-w-0 after:mx-2 after:text-edge after:content-['/'_/_'']">
            <Link to={to} prefetch="intent" className="inline-flex items-center min-h-11 hover:text-accent hover:underline">
              {label}
            </Link>
          </li>
        ))}
        <li aria-current="page" className="min-w-0">
          {here}
        </li>
      </ol>
    </nav>
  )
}

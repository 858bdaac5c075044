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
    <nav aria-label={words.breadcrumb}>
      <ol className="breadcrumb">
        {above.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} prefetch="intent">
              {label}
            </Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  )
}

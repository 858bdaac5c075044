import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'

/** For addresses that lead nowhere. Specification section 2, "Route table". */
export function NotFoundText() {
  return (
    <div className="shell not-found">
      <p className="not-found-figure figures" aria-hidden="true">404</p>
      <h1 className="text-2xl">The Page you are looking for is not found. [404]</h1>
      <p className="mt-3 text-soft">The address may be mistyped, or what stood here has been taken down.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={paths.inventory}>See all parts</ButtonLink>
        <ButtonLink to={paths.home} variant="secondary">Go to the home page</ButtonLink>
      </div>
    </div>
  )
}

import { paths } from '#app/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { layoutWords as words } from '#app/words/layout.ts'

/** For unknown paths. Specification section 2, "Route table". */
export function NotFoundText() {
  return (
    <div className="shell py-[clamp(3rem,10vw,8rem)]">
      <p className="mb-6 text-[clamp(5rem,18vw,11rem)]/[0.9] font-bold text-edge figures" aria-hidden="true">
        {words.notFoundFigure}
      </p>
      <h1 className="text-2xl">{words.notFound}</h1>
      <p className="mt-3 text-soft">{words.notFoundReason}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={paths.inventory}>{words.seeAllParts}</ButtonLink>
        <ButtonLink to={paths.home} variant="secondary">
          {words.toHome}
        </ButtonLink>
      </div>
    </div>
  )
}

import { Link } from 'react-router'
import { imageAtWidth } from '#contract/parts/images.ts'
import { isOrderable } from '#contract/orders/order-rule.ts'
import type { Part } from '#contract/parts/parts.ts'
import { relatedCalls, type RelatedParts as Related } from '#contract/parts/related-parts.ts'
import { callApi } from '#app/api/api.ts'
import { stockText } from '#app/parts/part-option.tsx'
import { paths } from '#app/paths.ts'
import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { relatedWords as words } from '#app/words/related-parts.ts'

const PICTURE_WIDTH = 480

/** Related parts: those to order instead where it is sold out, substitutes, and accessories. */
export function RelatedParts({ of: part, related: { substitutes, accessories } }: { of: Part; related: Related }) {
  const isSoldOut = !isOrderable(part)
  const offered = isSoldOut ? substitutes.filter(isOrderable) : substitutes
  return (
    <>
      <PartLinks title={isSoldOut ? words.soldOut : words.substitutes} parts={offered} />
      <PartLinks title={words.accessories} parts={accessories} />
    </>
  )
}

function PartLinks({ title, parts }: { title: string; parts: Part[] }) {
  if (parts.length === 0) return null
  return (
    <section className="mt-6 grid gap-3" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {parts.map(({ _id, img, name, partNumber, price, available }) => (
          <li key={_id}>
            <Link to={paths.part(_id)} className="flex items-center gap-3 rounded-box border border-line p-3 hover:border-edge">
              <img src={imageAtWidth(img, PICTURE_WIDTH)} width="64" height="48" alt="" loading="lazy" className="option-picture" />
              <span className="min-w-0">
                <span className="block wrap-anywhere">{name}</span>
                <span className="label-text figures">{words.facts(partNumber, price, stockText(available))}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks for one mail when a part that is sold out can be ordered again. */
export function WaitForPart({ id, waits }: { id: string; waits: boolean }) {
  const change = useAction({
    send: (): Promise<unknown> => callApi(waits ? relatedCalls.stopWaiting : relatedCalls.wait, { params: { id } }),
    onDone: () => toast.success(waits ? words.stopped : words.waiting),
    changes: [relatedCalls.ofPart],
  })
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3 text-sm">
      {waits && <span>{words.waits}</span>}
      <Button variant="secondary" busy={change.isRunning} onClick={() => change.run()}>
        {waits ? words.stopWaiting : words.wait}
      </Button>
    </p>
  )
}

import { formatUnitPrice } from '#contract/basics/figures.ts'
import { messages } from '#contract/basics/messages.ts'
import { partCalls, type Part, type PartOffer } from '#contract/parts/parts.ts'
import { ApiError } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import { failureText } from '#app/ui/failure.tsx'
import { useConfirmedFall } from '#app/parts/confirm-fall.tsx'
import { partReads, showChanged } from '#app/parts/listed-parts.ts'
import { priceProblem } from '#app/parts/offer-rules.ts'
import { InlineEdit, type InlineEditEnd } from '#app/ui/inline-edit.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { manageStockWords as words } from '#app/words/manage-stock.ts'
import { offerWords } from '#app/words/offer.ts'

type Change = { offer: PartOffer; end: InlineEditEnd }

/**
 * The price of a part, edited in place; a large fall is confirmed as in the dialog. The seen price is sent, so that another admin's
 * change is not overwritten.
 */
export function EditPrice({ part }: { part: Part }) {
  const fall = useConfirmedFall<Change>()
  const change = useAction({
    send: ({ offer }: Change) => callApi(partCalls.changeOffer, { params: { id: part._id }, body: offer }),
    onDone: ({ modifiedCount, part: changed }, { end }) => {
      showChanged(changed)
      toast.success(modifiedCount === 1 ? messages.stockUpdated(part.name) : offerWords.unchanged(part.name))
      end.done()
    },
    onFailed: (error, refused) => {
      if (!fall.asks(error, refused)) refused.end.refused((error instanceof ApiError && error.fields?.[0]?.message) || failureText(error))
    },
    changes: partReads,
  })
  return (
    <>
      <InlineEdit
        what={words.priceOf(part.name)}
        shown={formatUnitPrice(part.price)}
        value={String(part.price)}
        inputMode="decimal"
        validate={priceProblem}
        onSave={(typed, seen, end) => change.run({ offer: { price: typed, seenPrice: Number(seen) }, end })}
        busy={change.isRunning || fall.isAsking}
      >
        {formatUnitPrice(part.price)}
      </InlineEdit>
      {fall.question(({ offer, end }) => change.run({ offer: { ...offer, confirmed: true }, end }))}
    </>
  )
}

import { formatCount } from '#contract/basics/figures.ts'
import { messages } from '#contract/basics/messages.ts'
import { partCalls, type Part } from '#contract/parts/parts.ts'
import { callApi } from '#app/api/api.ts'
import { BatchAction } from '#app/ui/batch-action.tsx'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { partReads, showRemoved } from '#app/parts/listed-parts.ts'
import { IconButton } from '#app/ui/button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.ts'
import { batchWords } from '#app/words/batch.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { manageStockWords } from '#app/words/manage-stock.ts'

/** Removes a part; its orders are kept. */
export function RemovePart({ part }: { part: Part }) {
  return (
    <ConfirmedAction
      renderButton={(ask) => <IconButton label={manageStockWords.deletePart(part.name)} icon={<TrashIcon />} onClick={ask} />}
      question={dialogWords.deleteQuestion(part.name)}
      send={() => callApi(partCalls.remove, { params: { id: part._id } })}
      onDone={({ deletedCount }) => {
        if (deletedCount !== 1) return toast.error(messages.tryAgainLater)
        showRemoved(part)
        toast.success(messages.partRemoved(part.name))
      }}
      changes={partReads}
    />
  )
}

/** Removes the selected parts. */
export function RemoveParts({ parts }: { parts: readonly Part[] }) {
  return (
    <BatchAction
      label={batchWords.deleteParts}
      question={batchWords.deletePartsQuestion(formatCount(parts.length))}
      tone="danger"
      rows={parts}
      nameOf={({ name }) => name}
      send={async ({ _id }) => {
        const { deletedCount } = await callApi(partCalls.remove, { params: { id: _id } })
        return deletedCount === 1 ? undefined : messages.tryAgainLater
      }}
      changes={partReads}
    />
  )
}

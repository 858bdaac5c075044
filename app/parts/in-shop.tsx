import { partDeskCalls, type ManagedPart } from '#contract/parts/part-desk.ts'
import { partCalls } from '#contract/parts/parts.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { Allowed } from '#app/identity/may.tsx'
import { partReads, showRemoved } from '#app/parts/listed-parts.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { partDeskWords as words } from '#app/words/part-desk.ts'

const changes = [...partReads, partDeskCalls.one, partDeskCalls.removed]

/** Hides a part from buyers. It can be edited meanwhile, and shown again unchanged. */
export const HidePart = ({ part }: { part: ManagedPart }) => (
  <Allowed call={partCalls.remove}>
    <ConfirmedAction
      button={words.hide}
      question={words.hideQuestion(part.name)}
      send={() => callApi(partCalls.remove, { params: { id: part._id } })}
      onDone={() => {
        showRemoved(part)
        toast.success(words.hidden(part.name))
      }}
      changes={changes}
    >
      {words.hideLead}
    </ConfirmedAction>
  </Allowed>
)

/** Says that buyers do not see a part, and shows it again. */
export function HiddenPart({ part }: { part: ManagedPart }) {
  const show = useAction({
    send: () => callApi(partDeskCalls.bringBack, { params: { id: part._id } }),
    onDone: () => toast.success(words.back(part.name)),
    changes,
  })
  return (
    <Notice
      tone="warning"
      action={
        <Allowed call={partDeskCalls.bringBack}>
          <Button variant="secondary" busy={show.isRunning} onClick={() => show.run(undefined)}>
            {words.show}
          </Button>
        </Allowed>
      }
    >
      {words.isHidden}
    </Notice>
  )
}

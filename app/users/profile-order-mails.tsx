import { useQuery } from '@tanstack/react-query'
import type { CallBody } from '#contract/basics/call.ts'
import { paidOrderMails, userCalls } from '#contract/people/users.ts'
import { callApi } from '#app/api/api.ts'
import { Loading } from '#app/ui/failure.tsx'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { useAction } from '#app/api/use-action.ts'
import { profileWords as words } from '#app/words/profile.ts'

const NAME = 'order-mails'

type Choice = CallBody<typeof userCalls.chooseOrderMails>

/** Which mails about paid orders an admin gets. */
export function ProfileOrderMails() {
  const chosen = useQuery(readOf(userCalls.orderMails))
  const choose = useAction({
    send: (body: Choice) => callApi(userCalls.chooseOrderMails, { body }),
    onDone: () => toast.success(words.orderMailsSaved),
    changes: [userCalls.orderMails],
  })

  return (
    <Panel className="panel-dense">
      {chosen.data ? (
        <form
          className="grid gap-3 justify-items-start"
          onSubmit={(event) => {
            event.preventDefault()
            const checked = new FormData(event.currentTarget).get(NAME)
            const orderMails = paidOrderMails.find((mails) => mails === checked)
            if (orderMails) choose.run({ orderMails })
          }}
        >
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-semibold">{words.orderMails}</legend>
            {paidOrderMails.map((mails) => (
              <label key={mails} className="inline-flex items-center gap-2">
                <input type="radio" name={NAME} value={mails} className="check-box" defaultChecked={chosen.data.orderMails === mails} />
                {words.orderMailsOf[mails]}
              </label>
            ))}
          </fieldset>
          <Button type="submit" variant="secondary" busy={choose.isRunning}>
            {words.saveOrderMails}
          </Button>
        </form>
      ) : (
        <Loading query={chosen} skeleton={<Skeleton rows={2} />} />
      )}
    </Panel>
  )
}

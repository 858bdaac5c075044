import { useNavigate } from 'react-router'
import { quoteCalls, type Quote } from '#contract/quotes/quotes.ts'
import { callApi } from '#app/api/api.ts'
import { ConfirmedAction } from '#app/ui/confirmed-action.tsx'
import { paths } from '#app/paths.ts'
import { keyOf, queryClient } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { TrashIcon } from '#app/ui/icons.tsx'
import { toast } from '#app/ui/toast.ts'
import { dialogWords } from '#app/words/dialogs.ts'
import { quotesWords as words } from '#app/words/quotes.ts'

/** Deletes a quote; its orders are kept. */
export function RemoveQuote({ quote }: { quote: Quote }) {
  const navigate = useNavigate()
  return (
    <div>
      <ConfirmedAction
        renderButton={(ask) => (
          <Button variant="ghost" onClick={ask}>
            <TrashIcon />
            {words.remove}
          </Button>
        )}
        question={dialogWords.deleteQuestion(quote.number)}
        send={() => callApi(quoteCalls.remove, { params: { id: quote._id } })}
        onDone={async () => {
          toast.success(words.removed(quote.number))
          await navigate(paths.quotes)
          queryClient.removeQueries({ queryKey: [...keyOf(quoteCalls.one), { id: quote._id }] })
        }}
        changes={[quoteCalls.mine]}
      />
    </div>
  )
}

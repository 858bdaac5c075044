import { useRef, useState } from 'react'
import { centsToDollars } from '#contract/basics/money.ts'
import { punchoutCalls, punchoutMessages } from '#contract/quotes/punchout.ts'
import { ApiError, sentenceOf } from '#app/api/api-error.ts'
import { callApi } from '#app/api/api.ts'
import type { QuoteSheet } from '#app/quotes/quote-sheet.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { punchoutVisitWords as words } from '#app/words/punchout-visit.ts'
import { quoteWords } from '#app/words/quote.ts'
import { endVisit, type Visit } from './visit.ts'

/** Transfers the lines to the procurement system, once every line has its answer. */
export function TransferCart({ visit, sheet, isReady }: { visit: Visit; sheet: QuoteSheet; isReady: boolean }) {
  const [isRunning, setIsRunning] = useState(false)
  const [problem, setProblem] = useState<string>()
  const running = useRef(false)
  const isLooking = visit.operation === 'inspect'

  const press = async () => {
    if (running.current) return
    running.current = true
    setIsRunning(true)
    setProblem(undefined)
    try {
      setProblem(await transfer(sheet, visit, isLooking))
    } catch (error) {
      setProblem(sentenceFor(error))
      if (error instanceof ApiError && error.code === 'PUNCHOUT_OVER') endVisit()
      if (error instanceof ApiError && error.code === 'TOTAL_CHANGED') sheet.refreshPrices()
    } finally {
      running.current = false
      setIsRunning(false)
    }
  }

  return (
    <>
      {visit.freight && <p className="max-w-prose text-soft">{words.freight}</p>}
      {problem !== undefined && <Notice tone="danger">{problem}</Notice>}
      <Button onClick={() => void press()} busy={isRunning} disabled={!isReady}>
        {isLooking ? words.back : words.transfer}
      </Button>
    </>
  )
}

/** Leaves the page; returns a sentence where it stays. */
async function transfer(sheet: QuoteSheet, { token }: Visit, isLooking: boolean): Promise<string | undefined> {
  if (!isLooking && sheet.given().length === 0) return quoteWords.saveNeedsLines
  if (sheet.snapshot().failure !== undefined) sheet.retry()
  if (!(await sheet.settled())) return undefined
  const { figures } = sheet.snapshot()
  if (!isLooking && figures.attention > 0) return punchoutMessages.linesOpen
  await callApi(punchoutCalls.return, { body: { token, lines: sheet.given(), total: centsToDollars(figures.total) } })
  // The quote has these lines now; the next visit begins without them.
  sheet.replace([])
  openTransferPage(token)
  return undefined
}

/** The shop's page that posts the cart on: only its policy allows forms to another site. */
function openTransferPage(token: string): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: '/api/punchout/transfer', hidden: true })
  form.append(Object.assign(document.createElement('input'), { name: 'token', value: token }))
  document.body.append(form)
  form.submit()
}

const sentenceFor = (error: unknown) =>
  error instanceof ApiError && error.code === 'TOTAL_CHANGED' ? words.changedTotal : sentenceOf(error)

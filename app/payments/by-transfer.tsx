import { useState } from 'react'
import { formatAmount } from '#contract/basics/figures.ts'
import type { Order } from '#contract/orders/orders.ts'
import { transferCalls, type PaymentWays } from '#contract/payments/transfers.ts'
import { callApi } from '#app/api/api.ts'
import { useFormAction } from '#app/api/use-form-action.ts'
import { Button } from '#app/ui/button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Fact, Facts } from '#app/ui/facts.tsx'
import { Refusal } from '#app/ui/notice.tsx'
import { SaveFile } from '#app/ui/save-files.tsx'
import { transferWords as words } from '#app/words/transfer.ts'
import { billCalls } from './bill-calls.ts'

type Transfer = NonNullable<PaymentWays['transfer']>
type ByTransferProps = { order: Order; due: number; transfer: Transfer }

/** Pays by bank transfer: asks for it, then shows where the money goes. */
export function ByTransfer(props: ByTransferProps) {
  const isChosen = props.transfer.chosen || props.transfer.received > 0
  const [wasChosen] = useState(isChosen)
  return isChosen ? <ChosenTransfer {...props} isNew={!wasChosen} /> : <ChooseTransfer {...props} />
}

function ChooseTransfer({ order }: ByTransferProps) {
  const choose = useFormAction({ send: () => callApi(transferCalls.choose, { params: { id: order._id } }), changes: billCalls })
  return (
    <div className="grid gap-3">
      <p className="text-soft">{words.transferMore}</p>
      <Refusal sentences={choose.refusal} />
      <Button busy={choose.isRunning} onClick={() => choose.run()}>
        {words.transfer}
      </Button>
    </div>
  )
}

function ChosenTransfer({ order, due, transfer: { account, reference, received }, isNew }: ByTransferProps & { isNew: boolean }) {
  const left = Number((due - received).toFixed(2))
  return (
    <div className="grid gap-3">
      {/* The pressed button has gone. */}
      <p ref={isNew ? takeLostFocus : undefined} tabIndex={-1} className="text-soft outline-none">
        {words.chosenLead}
      </p>
      <Facts>
        <Fact title={words.amount}>{formatAmount(left)}</Fact>
        {received > 0 && <Fact title={words.received}>{formatAmount(received)}</Fact>}
        <Fact title={words.holder}>{account.holder}</Fact>
        <Fact title={words.iban}>
          <ToCopy text={account.iban} title={words.iban} />
        </Fact>
        {account.bic !== '' && <Fact title={words.bic}>{account.bic}</Fact>}
        {account.bankName !== '' && <Fact title={words.bank}>{account.bankName}</Fact>}
        {reference && (
          <Fact title={words.reference}>
            <ToCopy text={reference} title={words.reference} />
          </Fact>
        )}
      </Facts>
      {reference && <ProForma order={order} />}
    </div>
  )
}

function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}

function ProForma({ order }: { order: Order }) {
  const file = { path: transferCalls.proForma.path.replace(':id', order._id), name: words.proFormaFile(order.number) }
  return (
    <SaveFile file={file} className="justify-self-start">
      {words.proForma}
    </SaveFile>
  )
}

/** In groups of four, as banks write it. */
const ToCopy = ({ text, title }: { text: string; title: string }) => (
  <span className="inline-flex items-center gap-1">
    {text.replace(/(.{4})(?=.)/g, '$1 ')} <CopyButton text={text} label={words.copy(title)} />
  </span>
)

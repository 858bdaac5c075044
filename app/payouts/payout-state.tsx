import type { Payout, PayoutStatus } from '#contract/payments/payouts.ts'
import { Status, type Tone } from '#app/ui/status.tsx'
import { payoutWords as words } from '#app/words/payouts.ts'

const tones: Record<PayoutStatus, Tone> = {
  pending: 'neutral',
  in_transit: 'neutral',
  paid: 'success',
  canceled: 'danger',
  failed: 'danger',
}

export const PayoutState = ({ payout: { status } }: { payout: Payout }) => <Status tone={tones[status]}>{words.statuses[status]}</Status>

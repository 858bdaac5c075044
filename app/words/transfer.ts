import { counted } from '#contract/basics/figures.ts'

/** Words of the ways to pay besides a card. */
export const transferWords = {
  card: 'Card',
  cardLead: 'You pay now, and we begin at once.',
  transfer: 'Pay by bank transfer',
  transferLead: (days: number) =>
    `We hold the pieces for ${days === 1 ? 'a day' : counted(days, 'day')} and begin when the money is there.`,
  transferMore: 'You get our account and a reference, here and by mail. Nothing is charged now.',
  chosenLead: 'Transfer this amount and write the reference, so that we find your order. We write to you when the money is there.',
  amount: 'Amount',
  received: 'Received',
  holder: 'To',
  iban: 'IBAN',
  bic: 'BIC',
  bank: 'Bank',
  reference: 'Reference',
  copy: (what: string) => `Copy ${what}`,
  proForma: 'Pro-forma invoice (PDF)',
  proFormaFile: (number: string) => `pro-forma-${number}.pdf`,
  onAccount: 'Buy on account',
  onAccountLead: (shipsBy: string, days: number, left: string, isFromDispatch: boolean) =>
    `Ships by ${shipsBy}; you pay within ${counted(days, 'day')}${isFromDispatch ? ' after it has left' : ''}. ${left} of your limit is left.`,
  limitReached: (left: string) => `This is more than is left of your limit on account, ${left}.`,
  onAccountQuestion: (total: string) => `Take ${total} on account?`,
  onAccountConsequences: (shipsBy: string, days: number, isFromDispatch: boolean) =>
    `The order goes on and ships by ${shipsBy}, and you pay within ${counted(days, 'day')}${isFromDispatch ? ' after that' : ''} by bank transfer.`,
  eachDelivery: 'Each delivery has its own invoice.',
  fromDispatch: (days: number) => `Due ${counted(days, 'day')} after dispatch`,
  takenFromDispatch: (days: number) => `On account: please pay within ${counted(days, 'day')} after it has left.`,
  taken: (day: string) => `On account: please pay by ${day}.`,
  takenToast: 'Your order is on account. We begin now.',
  aboveCard: (most: string) => `One card payment can be at most ${most}. Please choose another way.`,
  partReceived: 'A part of this has arrived by bank transfer. Please transfer the rest with the same reference.',
  aboveCardAtPurchase: (most: string) => `This is more than one card payment can take (${most}). You can pay it by bank transfer.`,
  facts: {
    title: 'Bank transfer',
    onAccount: 'On account',
    open: 'Still open',
    dueOn: 'Pay by',
    received: 'Received by transfer',
    reference: 'Reference of the transfer',
    paidBack: 'Paid',
  },
} as const

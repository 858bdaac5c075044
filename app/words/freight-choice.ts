import { formatAmount } from '#contract/basics/figures.ts'

/** Words where a buyer chooses the freight; all our own. */
export const freightChoiceWords = {
  freight: 'Freight',
  freightTo: (to: string) => `Freight to ${to}`,
  afterAddress: 'The freight is shown once the address is entered.',
  noneReaches: 'No freight of the shop reaches this address. Ask for an offer.',
  kinds: { free: 'free', collected: 'on your account', asked: 'we tell you' },
  missing: (parts: readonly string[]) =>
    parts.length === 1
      ? `The weight of ${parts[0]} is missing: we tell you the freight`
      : `The weights of ${parts.slice(0, 3).join(', ')}${parts.length > 3 ? ' and others' : ''} are missing: we tell you the freight`,
  leaves: (day: string) => `Leaves by ${day}`,
  leavesAndArrives: (ships: string, arrives: string) => `Leaves by ${ships}, arrives by ${arrives}`,
  /** 'DAP Hamburg, Incoterms 2020. Delivered at place: we bring the goods.' */
  term: (term: string, meaning: string) => `${term}. ${meaning}`,
  countryHint: 'Freight and tax depend on it',
  account: 'Your account number with the carrier',
  accountHint: 'Your carrier collects the goods and bills the freight to it.',
  usualAddress: 'the address above',
  goods: 'Goods',
  toPay: 'To pay',
  dueNow: (due: string) => `With freight it is ${due} now.`,
  told: 'we tell you',
  ask: 'Ask for an offer',
  askLead: 'The shop answers with an offer that has the freight. Nothing is ordered until you accept it.',
  asked: 'The shop was asked for an offer',
  /** What the shop reads. */
  request: (address: string) => `Please tell me the freight of this delivery:\n${address}`,
  sentOf: (dollars: number) => (dollars === 0 ? 'free' : formatAmount(dollars)),
} as const

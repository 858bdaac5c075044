import { TRANSFER_DAYS, type BankAccount } from '#contract/payments/transfers.ts'
import type { Settings } from './settings.ts'

type Shop = Pick<Settings, 'shop'>

/** The account that buyers transfer to; undefined where none is set: then the shop takes no transfers. */
export function bankAccountOf({ shop }: Shop): BankAccount | undefined {
  const { legalName = '', iban = '', bic = '', bankName = '' } = shop.seller ?? {}
  return iban === '' || legalName === '' ? undefined : { holder: legalName, iban, bic, bankName }
}

/** Days that pieces are held for a transfer. */
export const transferDaysOf = ({ shop }: Shop): number => shop.transferDays ?? TRANSFER_DAYS

import { counted } from '#contract/basics/figures.ts'
import { formatRate } from '#contract/payments/tax.ts'

/** Words about tax, on the screens of buyers and on the admins' screen Tax; all our own. */
export const taxWords = {
  /** 'Tax 19 %' */
  tax: (rate: number) => (rate > 0 ? `Tax ${formatRate(rate)}` : 'Tax'),
  taxOn: (rate: number, net: string) => `Tax ${formatRate(rate)} on ${net}`,
  net: 'Without tax',
  due: 'To pay with tax',
  dueWas: 'With tax',
  withTax: 'with tax',
  plusTax: '+ tax',
  dueNow: (due: string) => `With tax it is ${due} now.`,

  title: 'Tax',
  lead: 'Rates by country and first day, in UTC. Orders keep the rate of the day on which they were placed.',
  charges: {
    none: 'The shop charges no tax.',
    vat: 'The shop charges VAT by this table.',
    stripe: 'The shop charges what Stripe Tax calculates; this table is not used.',
  },
  missing: (count: number) =>
    `Before invoices are issued, ${count === 1 ? 'one field' : counted(count, 'field')} of the seller must be filled in:`,
  settings: 'Open the settings',
  columns: { country: 'Country', from: 'First day', rate: 'Rate', state: 'State', actions: 'Actions' },
  states: { past: 'Past', now: 'Now', planned: 'Planned' },
  showPast: 'Show past rates',
  none: 'No rates yet.',
  noneMore: 'Add one before the shop charges VAT.',
  add: 'Add a rate',
  addTitle: 'Add a rate of tax',
  addLead: 'It begins today or later, and the rate before ends with the day before.',
  country: 'Country',
  chooseCountry: 'Choose a country',
  from: 'First day',
  rate: 'Rate in percent',
  save: 'Add',
  added: 'The rate was added',
  remove: (name: string) => `Remove ${name}`,
  removeQuestion: (name: string) => `Remove the rate of ${name}?`,
  removeLead: 'It has not begun, so no order was taxed by it.',
  removed: 'The rate was removed',

  unverified: 'Orders whose VAT id was not verified',
  unverifiedLead:
    'VIES had not answered when they were placed. It is asked again, also before they are paid; an order leaves this list when what was charged is right.',
  unverifiedColumns: {
    order: 'Order',
    email: 'Email',
    vatId: 'VAT id',
    says: 'VIES now',
    tax: 'Tax charged',
    paid: 'Paid',
    placed: 'Placed',
  },
  says: { valid: 'Valid', invalid: 'Invalid', unverified: 'No answer' },
  paid: 'Paid',
  unpaid: 'Unpaid',

  billing: 'Invoices',
  billingLead: 'What invoices of the shop say about you. With the VAT id of another EU state, goods that are sent there are not taxed.',
  company: 'Company',
  vatId: 'VAT id',
  vatIdHint: 'Of an EU state, Switzerland, Great Britain or Norway',
  status: {
    valid: 'Verified',
    invalid: 'Not registered, so it counts as none',
    unverified: 'Not verified yet, so it counts as none unless the shop trusts it; it is looked up again',
  },
  otherAddress: 'The invoice goes to another address than the goods',
  invoiceAddress: 'Address of the invoice',
  editBilling: 'Change',
  addBilling: 'Company, VAT id, invoice address',
  billingTitle: 'What your invoices say',
  saveBilling: 'Save',
  billingSaved: 'Your invoice details are saved',
  nothing: 'Invoices say your name and the address of the goods.',
} as const

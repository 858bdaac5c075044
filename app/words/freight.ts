/** Words about freight, on the screens of buyers and of the shop; all our own. */
export const freightWords = {
  freight: 'Freight',
  free: 'free',
  goods: 'Goods',
  due: 'To pay with freight',
  dueWas: 'With freight',
  plusFreight: '+ freight',
  withFreight: 'with freight',
  withFreightAndTax: 'with freight and tax',
  account: (account: string) => `For your account ${account}.`,
} as const

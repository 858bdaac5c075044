/** What a trial shop says about its payments; all our own. */
export const sandboxWords = {
  noMoney: 'Sandbox: no money moves.',
  cards:
    '4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks for a second step, ' +
    '4000 0000 0000 0259 pays and is disputed. Any future date and any security code will work.',
  secondStep: 'Your bank asks you to confirm this payment',
  secondStepText: (total: string) => `Sandbox: this stands for your bank's own window. The payment is ${total}.`,
  complete: 'Complete',
  fail: 'Fail',
} as const

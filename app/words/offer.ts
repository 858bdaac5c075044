import { counted } from '#contract/basics/figures.ts'
/** Words of the fields of what a part is offered at; all our own. */
export const offerWords = {
  optional: 'Part number, lead time and volume pricing',
  optionalHint: 'Optional',
  partNumber: 'Part number',
  partNumberHint: 'For example TCB-5512-4K. Leave empty to have one assigned.',
  leadDays: 'Lead time',
  leadDaysHint: 'Working days to make pieces that are not in stock',
  ladder: 'Volume pricing',
  ladderHint: 'Each price break starts at a larger quantity and has a lower unit price than the one before it.',
  step: (step: number) => `Price break ${step}:`,
  from: 'From (pieces)',
  stepPrice: 'Unit price ($)',
  addStep: 'Add price break',
  removeStep: (step: number) => `Remove price break ${step}`,

  steps: (steps: number) => counted(steps, 'price break'),
  kept: 'Orders, reserved pieces and saved quotes keep their prices.',
  fallQuestion: 'Lower the price this much?',
  fallBinds: 'Quotes saved at this price are binding for 30 days.',
  unchanged: (partName: string) => `No changes to ${partName}`,
} as const

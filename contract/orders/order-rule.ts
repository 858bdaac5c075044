import { MINIMUM_ORDER } from '../basics/limits.ts'

/** The minimum order and step of a part, in pieces, where the admin has set them. */
export type OrderRule = { minimumOrder?: number | null | undefined; orderStep?: number | null | undefined }

export const minimumOf = ({ minimumOrder }: OrderRule): number => minimumOrder ?? MINIMUM_ORDER
export const stepOf = ({ orderStep }: OrderRule): number => orderStep ?? 1

/** The smallest quantity that can be ordered and is not below the asked one, in pieces. */
export function raisedTo(rule: OrderRule, pieces: number): number {
  const [minimum, step] = [minimumOf(rule), stepOf(rule)]
  return pieces <= minimum ? minimum : minimum + Math.ceil((pieces - minimum) / step) * step
}

/** Whether a part has a minimum order left to sell. */
export const isOrderable = (part: OrderRule & { available: number }): boolean => part.available >= minimumOf(part)

/** Why a quantity is raised; undefined when it can be ordered as it was asked. */
export function whyRaised(rule: OrderRule, pieces: number): 'raised-to-minimum' | 'raised-to-step' | undefined {
  if (pieces < minimumOf(rule)) return 'raised-to-minimum'
  return raisedTo(rule, pieces) > pieces ? 'raised-to-step' : undefined
}

import { weekdayText } from '../basics/day-text.ts'
import type { OrderStage, OrderStageName } from './stages.ts'

export const stageNames = { planned: 'Planned', in_production: 'In production', ready: 'Ready' } as const satisfies Record<
  OrderStageName,
  string
>

/** 'In production, ready by Fri 12 Feb', or 'Ready since Mon 1 Feb'. */
export function stageText({ name, day }: Pick<OrderStage, 'name' | 'day'>): string {
  if (day === null) return stageNames[name]
  return name === 'ready' ? `${stageNames.ready} since ${weekdayText(day)}` : `${stageNames[name]}, ready by ${weekdayText(day)}`
}

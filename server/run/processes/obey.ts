import type { Closing } from '../startup/close-gracefully.ts'
import type { Report, OwnFigures, Command } from './part.ts'

/** A process that another one supervises. */
export type Supervised = {
  /** Whether another process is replacing this one, so that it must not report the shop as closing. */
  makesRoom(): boolean
  ready(address: string): void
  allFigures(): Promise<OwnFigures[]>
}

/** Obeys the commands of the first process. If that one dies, node:cluster ends this one, too. */
export function obey(closing: Closing, readOwnFigures: () => Promise<OwnFigures>): Supervised {
  let makesRoom = false
  let questions = 0
  const open = new Map<number, (figures: OwnFigures[]) => void>()
  const send = (report: Report) => void (process.connected && process.send?.(report))

  process.on('message', (command: Command) => {
    if (command.type === 'figures?') void readOwnFigures().then((figures) => send({ type: 'figures', question: command.question, figures }))
    if (command.type === 'all figures') {
      open.get(command.question)?.(command.figures)
      open.delete(command.question)
    }
    if (command.type === 'make room') makesRoom = true
    if (command.type === 'make room' || command.type === 'end') closing.close(0)
  })
  return {
    makesRoom: () => makesRoom,
    ready: (address) => send({ type: 'ready', address }),
    allFigures: () =>
      new Promise((resolve) => {
        const question = (questions += 1)
        open.set(question, resolve)
        send({ type: 'all figures?', question })
      }),
  }
}

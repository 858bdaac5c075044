import type { Closing } from '../startup/close-gracefully.ts'
import type { Answer, OwnFigures, Word } from './part.ts'

/** A process that has another one above it. */
export type Supervised = {
  /** Whether another process takes the place of this one, so that it must not seem to be the shop that closes. */
  makesRoom(): boolean
  ready(address: string): void
  allFigures(): Promise<OwnFigures[]>
}

/** Does what the first process says. When that one has died, this one ends, too; node:cluster sees to it. */
export function obey(closing: Closing, readOwnFigures: () => Promise<OwnFigures>): Supervised {
  let makesRoom = false
  let questions = 0
  const open = new Map<number, (figures: OwnFigures[]) => void>()
  const tell = (answer: Answer) => void (process.connected && process.send?.(answer))

  process.on('message', (word: Word) => {
    if (word.say === 'figures?') void readOwnFigures().then((figures) => tell({ tell: 'figures', question: word.question, figures }))
    if (word.say === 'all figures') {
      open.get(word.question)?.(word.figures)
      open.delete(word.question)
    }
    if (word.say === 'make room') makesRoom = true
    if (word.say === 'make room' || word.say === 'end') closing.close(0)
  })
  return {
    makesRoom: () => makesRoom,
    ready: (address) => tell({ tell: 'ready', address }),
    allFigures: () =>
      new Promise((resolve) => {
        const question = (questions += 1)
        open.set(question, resolve)
        tell({ tell: 'all figures?', question })
      }),
  }
}

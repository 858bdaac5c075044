import cluster, { type Worker } from 'node:cluster'
import type { Answer, OwnFigures, Word } from './part.ts'

/** A process that does not tell its figures within this time is left out. */
const WAIT_MS = 1_000

/** Answers each process that asks for the figures of all: those of the running ones. */
export function gatherFigures(running: () => Worker[]): void {
  let questions = 0
  const open = new Map<number, (figures: OwnFigures) => void>()

  const ask = (worker: Worker): Promise<OwnFigures[]> =>
    new Promise((resolve) => {
      const question = (questions += 1)
      const done = (figures: OwnFigures[]) => {
        clearTimeout(timer)
        open.delete(question)
        resolve(figures)
      }
      const timer = setTimeout(done, WAIT_MS, [])
      open.set(question, (figures) => done([figures]))
      if (worker.isConnected()) worker.send({ say: 'figures?', question } satisfies Word)
      else done([])
    })

  const answer = async (asking: Worker, question: number) => {
    const figures = await Promise.all(running().map(ask))
    if (asking.isConnected()) asking.send({ say: 'all figures', question, figures: figures.flat() } satisfies Word)
  }

  cluster.on('message', (worker: Worker, told: Answer) => {
    if (told.tell === 'figures') open.get(told.question)?.(told.figures)
    if (told.tell === 'all figures?') void answer(worker, told.question)
  })
}

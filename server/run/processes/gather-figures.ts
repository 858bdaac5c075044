import cluster, { type Worker } from 'node:cluster'
import type { Report, OwnFigures, Command } from './part.ts'

/** A process that does not send its figures within this time is left out. One whose database is silent needs two seconds. */
const WAIT_MS = 3_000

/** Answers requests of processes for the figures of all running ones. */
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
      if (worker.isConnected()) worker.send({ type: 'figures?', question } satisfies Command)
      else done([])
    })

  const answer = async (asking: Worker, question: number) => {
    const figures = await Promise.all(running().map(ask))
    if (asking.isConnected()) asking.send({ type: 'all figures', question, figures: figures.flat() } satisfies Command)
  }

  cluster.on('message', (worker: Worker, report: Report) => {
    if (report.type === 'figures') open.get(report.question)?.(report.figures)
    if (report.type === 'all figures?') void answer(worker, report.question)
  })
}

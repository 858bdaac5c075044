import { parentPort } from 'node:worker_threads'
import type { DocumentFile } from './document.ts'
import type { FileToOpen, WorkerReply, WorkerTask } from './document-writer.ts'

/** The worker side of document-writer.ts: open files by the number it gave them. */
const files = new Map<number, DocumentFile<never>>()

parentPort!.on('message', (task: WorkerTask) => {
  if ('drop' in task) files.delete(task.id)
  else void answer(task)
})

async function answer(task: Exclude<WorkerTask, { drop: true }>): Promise<void> {
  try {
    const bytes = await work(task)
    parentPort!.postMessage({ bytes } satisfies WorkerReply, [bytes.buffer])
  } catch (error) {
    parentPort!.postMessage({ error } satisfies WorkerReply, [])
  }
}

async function work(task: Exclude<WorkerTask, { drop: true }>): Promise<Uint8Array<ArrayBuffer>> {
  if ('open' in task) {
    files.set(task.id, await open(task.open))
    return new Uint8Array()
  }
  const file = files.get(task.id)
  if (!file) throw new Error('a file was continued that is not being written')
  return 'lines' in task ? file.add(task.lines as never[]) : file.finish()
}

/** Loads each library with the first file that needs it. */
async function open({ format, facts }: FileToOpen): Promise<DocumentFile<never>> {
  switch (format) {
    case 'pdf':
      return (await import('./write-pdf.ts')).openPdf(facts)
    case 'xlsx':
      return (await import('./write-xlsx.ts')).openXlsx(facts)
    case 'slips':
      return (await import('../../parcels/papers/draw-slip.ts')).openSlips(facts)
    case 'labels':
      return (await import('../../parcels/papers/draw-label.ts')).openLabels(facts)
  }
}

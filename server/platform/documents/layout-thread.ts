import { parentPort } from 'node:worker_threads'
import type { LayoutReply, LayoutTask } from './lay-out-in-thread.ts'
import type { DocumentFile, OpenDocument } from './layout.ts'

/** The thread of lay-out-in-thread.ts: open files by the number it gave them. */
const files = new Map<number, DocumentFile<unknown>>()

parentPort!.on('message', (task: LayoutTask) => {
  if ('drop' in task) files.delete(task.id)
  else void answer(task)
})

async function answer(task: Exclude<LayoutTask, { drop: true }>): Promise<void> {
  try {
    const bytes = await work(task)
    parentPort!.postMessage({ bytes } satisfies LayoutReply, [bytes.buffer])
  } catch (error) {
    parentPort!.postMessage({ error } satisfies LayoutReply, [])
  }
}

async function work(task: Exclude<LayoutTask, { drop: true }>): Promise<Uint8Array<ArrayBuffer>> {
  if ('module' in task) {
    // The libraries of a layout are loaded with the first file that needs them.
    const open = ((await import(task.module)) as Record<string, OpenDocument<unknown, unknown>>)[task.name]
    if (!open) throw new Error(`${task.module} has no layout ${task.name}`)
    files.set(task.id, open(task.facts))
    return new Uint8Array()
  }
  const file = files.get(task.id)
  if (!file) throw new Error('a file was continued that is not being written')
  return 'lines' in task ? file.add(task.lines) : file.finish()
}

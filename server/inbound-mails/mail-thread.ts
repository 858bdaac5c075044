import { parentPort, workerData } from 'node:worker_threads'
import { readMail } from '#readers/mails/read-mail.ts'

/** Reads one mail, in a thread that ends with it. */
parentPort?.postMessage(await readMail(workerData as Uint8Array), [])

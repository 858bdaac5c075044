import { parentPort, workerData } from 'node:worker_threads'
import type { CsvHints } from '#readers/bank/read-csv.ts'
import { readStatementFile } from '#readers/bank/read-statement-file.ts'
import { UnreadableStatement } from '#readers/bank/statement.ts'

/** Reads one file in a separate thread, see read-in-thread.ts. */
const { bytes, hints } = workerData as { bytes: Uint8Array; hints: CsvHints }
try {
  parentPort!.postMessage({ file: readStatementFile(bytes, hints) }, [])
} catch (error) {
  if (!(error instanceof UnreadableStatement)) throw error
  parentPort!.postMessage({ problem: error.message }, [])
}

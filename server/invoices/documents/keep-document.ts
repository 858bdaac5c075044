import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { InvoiceData, InvoiceLine } from '#contract/payments/invoices.ts'
import type { PaperFormat } from '#contract/payments/papers.ts'
import type { Database } from '#database/connect.ts'
import { invoiceDocuments } from '#database/tables/invoices.ts'
import type { FileStore } from '../../images/image-store.ts'
import { openLayoutThread } from '../../platform/documents/lay-out-in-thread.ts'
import type { Layout } from '../../platform/documents/layout.ts'
import { writeCii } from './write-cii.ts'
import { pdfFactsOf, type PdfFacts } from './write-pdf.ts'
import { writeUbl } from './write-ubl.ts'

type Stores = { db: Database; documents: FileStore }
/** An issued paper. */
type Issued = { id: string; number: string; data: InvoiceData }

const layout: Layout<PdfFacts, InvoiceLine> = { module: import.meta.resolve('./write-pdf.ts'), name: 'openInvoicePdf' }
/** Its thread starts with the first PDF and ends when it is idle. */
const layOut = openLayoutThread()
/** Lines that are laid out at once. */
const BATCH = 100

/** Where the store of documents has a paper. */
const keyOf = (sha256: string) => `paper-${sha256}`

/**
 * The document of a paper: written once, stored by its hash, and the same bytes ever after. Several processes that write it at once keep the
 * one that is noted first. A file that the store has lost is written again if it comes out the same.
 * @throws StoreUnavailable; Error when a document that was lost cannot be written again as it was.
 */
export async function keepDocument({ db, documents }: Stores, paper: Issued, format: PaperFormat): Promise<Buffer> {
  const noted = await findNoted(db, paper.id, format)
  const kept = noted && (await documents.read(keyOf(noted)))
  if (kept && hashOf(kept) === noted) return kept

  const bytes = await writeDocument(paper.data, format)
  const sha256 = hashOf(bytes)
  if (noted !== undefined && noted !== sha256) throw new Error(`The ${format} of ${paper.number} is lost, and would now be another one`)
  await store(documents, keyOf(sha256), bytes)
  if (noted !== undefined) return bytes
  await db.insert(invoiceDocuments).values({ invoiceId: paper.id, format, sha256, bytes: bytes.length }).onConflictDoNothing()
  const first = await findNoted(db, paper.id, format)
  return first === sha256 ? bytes : keepDocument({ db, documents }, paper, format)
}

/** Concurrent writers of one file may fail; the bytes are the same. @throws StoreUnavailable */
async function store(documents: FileStore, key: string, bytes: Buffer): Promise<void> {
  try {
    await documents.write(key, bytes)
  } catch (error) {
    const there = await documents.read(key)
    if (!there?.equals(bytes)) throw error
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function findNoted(db: Database, invoiceId: string, format: PaperFormat): Promise<string | undefined> {
  const [noted] = await db
    .select({ sha256: invoiceDocuments.sha256 })
    .from(invoiceDocuments)
    .where(and(eq(invoiceDocuments.invoiceId, invoiceId), eq(invoiceDocuments.format, format)))
  return noted?.sha256
}

async function writeDocument(data: InvoiceData, format: PaperFormat): Promise<Buffer> {
  if (format === 'ubl') return Buffer.from(writeUbl(data))
  const cii = writeCii(data)
  if (format === 'cii') return Buffer.from(cii)
  const chunks: Uint8Array[] = []
  for await (const chunk of layOut(layout, { facts: pdfFactsOf(data, cii), batches: batchesOf(data.lines) })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function* batchesOf(lines: InvoiceLine[]): Generator<InvoiceLine[], void, undefined> {
  for (let at = 0; at < lines.length; at += BATCH) yield lines.slice(at, at + BATCH)
}

/** 'INV-2026-000123.pdf', 'INV-2026-000123-factur-x.xml' */
export const fileNameOf = (number: string, format: PaperFormat): string =>
  ({ pdf: `${number}.pdf`, cii: `${number}-factur-x.xml`, ubl: `${number}-ubl.xml` })[format]

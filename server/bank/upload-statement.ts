import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { SEEN_LINES, type BankStatement, type bankCalls } from '#contract/payments/bank.ts'
import type { CallResponse } from '#contract/basics/call.ts'
import type { Queryable, Transaction } from '#database/connect.ts'
import { bankLines, bankMovements, bankStatements } from '#database/tables/bank.ts'
import { users } from '#database/tables/users.ts'
import { allowLongStatements, transaction } from '#database/transaction.ts'
import { ShopError } from '../errors.ts'
import { writeAudit } from '../platform/audit/write-audit.ts'
import type { Caller } from '../platform/http/caller.ts'
import { applySettings } from '../shop-settings/apply-settings.ts'
import type { Services } from '../services.ts'
import { bankAccountOf } from '../platform/settings/bank-account.ts'
import { inMajorUnits } from './major-units.ts'
import type { CsvHints } from '#readers/bank/read-csv.ts'
import { fingerprintsOf } from '#readers/bank/fingerprint.ts'
import { Refusal } from '#readers/refusal.ts'
import { accountNumber, type ReadMovement, type StatementFile } from '#readers/bank/statement.ts'

const CURRENCY = 'USD'

/** Movements that one statement writes: a year of a busy account in one statement exceeds its time. */
const WRITTEN_AT_A_TIME = 2_000
/** For a statement of these on a busy machine, and for a file that waits for another one. */
const STATEMENT_MS = 30_000

type Upload = { name: string; dates?: 'day-first' | 'month-first' | undefined; bytes: Buffer }
type Uploaded = CallResponse<typeof bankCalls.upload>
type Line = ReadMovement & { line: number; account: string; fingerprint: string }

/**
 * Reads a file of the bank and adds the movements that no earlier file had, or nothing. The same file is not read again.
 * @throws ShopError STATEMENT_UNREADABLE with the reason.
 */
export async function uploadStatement(services: Services, admin: Caller, { name, dates, bytes }: Upload): Promise<Uploaded> {
  const { db, settings } = services
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const before = await findStatement(db, sha256)
  if (before) return { statement: before, before: true, leftOut: 0, seen: [] }
  await applySettings(services)
  const account = bankAccountOf(settings)?.iban
  const file = await read(services, admin.userId, bytes, { currency: CURRENCY, ...(account && { account }), ...(dates && { dates }) })
  const lines = linesOf(file)
  const leftOut = file.statements.reduce((sum, one) => sum + (one.leftOut ?? 0), 0)
  const written = await transaction(db, (tx) => write(tx, admin, { name, sha256, file, lines }))
  const statement = (await findStatement(db, sha256))! // written now, or by another request
  return { statement, before: written === undefined, leftOut, seen: written ?? [] }
}

const sentences: Record<string, string> = {
  'too-slow': 'This file takes too long to read.',
  'too-much-inside': 'This file takes too much memory to read.',
  damaged: 'This file is damaged.',
}

async function read({ readers }: Services, owner: string, bytes: Buffer, options: CsvHints): Promise<StatementFile> {
  try {
    return await readers.read({ kind: 'statement', owner, ofShop: true, bytes, options })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new ShopError('STATEMENT_UNREADABLE', { message: sentences[error.reason] ?? error.message })
  }
}

/** Movements of one account are numbered together, also where the file has several statements of it. */
function linesOf({ statements }: StatementFile): Line[] {
  const byAccount = Map.groupBy(statements, ({ account }) => accountNumber(account))
  const lines = [...byAccount].flatMap(([account, ofAccount]) => {
    const movements = ofAccount.flatMap((statement) => statement.movements)
    const fingerprints = fingerprintsOf(account, movements)
    return movements.map((movement, index) => ({ ...movement, account, fingerprint: fingerprints[index]! }))
  })
  return lines.map((one, index) => ({ ...one, line: index + 1 }))
}

type Written = { name: string; sha256: string; file: StatementFile; lines: Line[] }

/** The lines that look like those of an earlier file; undefined when the file was written concurrently. */
async function write(tx: Transaction, admin: Caller, { name, sha256, file, lines }: Written): Promise<Uploaded['seen'] | undefined> {
  await allowLongStatements(tx, STATEMENT_MS)
  // One at a time: two files with the same movements do not wait for each other's rows.
  await tx.execute(sql`lock table bank_statements in share row exclusive mode`)
  const known = await tx.select({ id: bankStatements.id }).from(bankStatements).where(eq(bankStatements.sha256, sha256))
  if (known.length > 0) return undefined
  const { rows: old } = await tx.execute<{ fingerprint: string }>(sql`
    select fingerprint from bank_movements
    where fingerprint in (select jsonb_array_elements_text(${JSON.stringify(lines.map(({ fingerprint }) => fingerprint))}::jsonb))`)
  const seen = new Set(old.map(({ fingerprint }) => fingerprint))
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted()
  const sums = new Set(file.statements.map(({ addsUp }) => addsUp))
  const [statement] = await tx
    .insert(bankStatements)
    .values({
      fileName: name.trim(),
      format: file.format,
      sha256,
      lines: lines.length,
      newLines: lines.filter(({ fingerprint }) => !seen.has(fingerprint)).length,
      pending: file.statements.reduce((sum, { pending }) => sum + pending, 0),
      addsUp: sums.has(false) ? false : sums.has(true) ? true : null,
      firstDay: days[0] ?? null,
      lastDay: days.at(-1) ?? null,
      uploadedBy: admin.userId,
    })
    .returning()
  const { id, newLines } = statement! // an insert returns its row
  for (let from = 0; from < lines.length; from += WRITTEN_AT_A_TIME) await writeLines(tx, id, lines.slice(from, from + WRITTEN_AT_A_TIME))
  await writeAudit(tx, admin, 'upload-statement', id, { name: name.trim(), movements: lines.length, newMovements: newLines })
  return lines
    .filter(({ fingerprint, bankReference }) => seen.has(fingerprint) && bankReference === '')
    .slice(0, SEEN_LINES)
    .map(({ line, bookedOn, amount, currency, payer, text }) => ({
      line,
      bookedOn,
      amount: inMajorUnits(amount, currency),
      currency,
      payer,
      text,
    }))
}

/** Adds the movements of some lines that no file had, and the lines. */
async function writeLines(tx: Transaction, id: string, lines: Line[]): Promise<void> {
  await tx.execute(sql`
    with line as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (
        line int, fingerprint text, account text, "bookedOn" date, "valueOn" date, amount bigint, currency text, payer text, "payerAccount" text,
        text text, reference text, "bankReference" text, "isReversal" boolean)
    ), added as (
      insert into bank_movements (statement_id, fingerprint, account, booked_on, value_on, amount, currency, payer, payer_account, text, reference,
        bank_reference, is_reversal)
      select ${id}::uuid, fingerprint, account, "bookedOn", "valueOn", amount, currency, payer, "payerAccount", text, reference, "bankReference",
        "isReversal"
      from line order by line
      on conflict (fingerprint) do nothing
      returning id, fingerprint
    )
    insert into bank_lines (statement_id, line, movement_id)
    select ${id}::uuid, line.line, coalesce(added.id, known.id)
    from line left join added using (fingerprint) left join bank_movements as known using (fingerprint)`)
}

async function findStatement(db: Queryable, sha256: string): Promise<BankStatement | undefined> {
  const [found] = await readStatements(db).where(eq(bankStatements.sha256, sha256))
  return found && presentStatement(found)
}

const readStatements = (db: Queryable) =>
  db
    .select({ statement: bankStatements, email: users.email })
    .from(bankStatements)
    .innerJoin(users, eq(users.id, bankStatements.uploadedBy))

function presentStatement({ statement, email }: { statement: typeof bankStatements.$inferSelect; email: string }): BankStatement {
  const { id, fileName, format, lines, newLines, pending, addsUp, firstDay, lastDay, uploadedAt } = statement
  return {
    _id: id,
    fileName,
    format,
    lines,
    newLines,
    pending,
    addsUp,
    firstDay,
    lastDay,
    uploadedAt: uploadedAt.toISOString(),
    uploadedBy: email,
  }
}

const LISTED = 50

export async function listStatements(db: Queryable): Promise<BankStatement[]> {
  const rows = await readStatements(db)
    .orderBy(sql`${bankStatements.position} desc`)
    .limit(LISTED)
  return rows.map(presentStatement)
}

/**
 * Adds a line as a separate movement, although it looks like that of an earlier file: two payments that the bank does not
 * distinguish, in two files. Repeating the request changes nothing.
 * @throws ShopError NOT_FOUND
 */
export async function addSeenLine(
  { db }: Pick<Services, 'db'>,
  admin: Caller,
  statementId: string,
  line: number,
): Promise<{ added: 0 | 1 }> {
  return transaction(db, async (tx) => {
    const [known] = await tx
      .select({ movementId: bankLines.movementId })
      .from(bankLines)
      .where(sql`${bankLines.statementId} = ${statementId}::uuid and ${bankLines.line} = ${line}::int`)
    if (!known) throw new ShopError('NOT_FOUND')
    const [copied] = await tx.select().from(bankMovements).where(eq(bankMovements.id, known.movementId))
    const { id: _id, position: _position, createdAt: _createdAt, ...movement } = copied! // lines refer to their movement
    // It is a separate movement already.
    if (movement.statementId === statementId) return { added: 0 }
    const fingerprint = createHash('sha256').update(`${movement.fingerprint} ${statementId} ${line}`).digest('hex')
    const added = await tx
      .insert(bankMovements)
      .values({ ...movement, statementId, fingerprint })
      .onConflictDoNothing({ target: bankMovements.fingerprint })
      .returning({ id: bankMovements.id })
    if (added.length === 0) return { added: 0 }
    await writeAudit(tx, admin, 'upload-statement', statementId, { movements: 1, newMovements: 1 })
    return { added: 1 }
  })
}

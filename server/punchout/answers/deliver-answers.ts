import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { startOf } from '#contract/basics/start-of.ts'
import { databaseNow } from '#database/clock.ts'
import { cxmlAnswers } from '#database/tables/punchout.ts'
import type { Services } from '../../services.ts'
import { postMessage, type Outcome } from '../../webhooks/post-message.ts'
import { claimAnswer, type ClaimedAnswer } from './claim-answer.ts'
import { findAnswer } from './find-answer.ts'
import { writeAnswer } from './write-answer.ts'

/** After this time in ms one run claims no more answers; the next run continues. */
const RUN_MS = 2_000
/** Runs at the same time, so that slow systems do not delay others. */
export const ANSWER_LANES = 4
/** Characters of an answer that are read, in which its Status stands, and those that are kept. */
const READ = 2_000
const KEPT = 500
/** Seconds until an answer is sent again: exponential backoff with a jitter of a quarter. */
const RETRY_SECONDS = { first: 60, longest: 4 * 3_600 }

/**
 * Sends due answers to purchase orders one after the other, until there are none; returns the number. No database connection is held while one is
 * sent. A process that dies in between leaves its claim; when that expires, the answer is sent again under the same payload id.
 */
export async function deliverAnswers({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<number> {
  const runEnds = performance.now() + RUN_MS
  for (let sent = 0; ; sent++) {
    const claimed = performance.now() < runEnds ? await claimAnswer(db) : undefined
    if (!claimed) return sent
    const facts = await findAnswer(db, claimed.id)
    const outcome = facts
      ? judged(
          await postMessage(settings, {
            name: 'answer purchase order',
            id: facts.id,
            url: facts.url,
            headers: { 'content-type': 'text/xml; charset=utf-8', 'user-agent': 'Teleforge-cXML/1' },
            body: writeAnswer(settings, facts),
            answerLength: READ,
          }),
        )
      : { status: null, answer: null, problem: 'Its connection or its parcel is gone.', retryAfterSeconds: 0, isFinal: true }
    await noteOutcome(db, claimed, outcome)
  }
}

/** `isFinal`: what it tells is gone, and no later attempt can find it. */
type Noted = Pick<Outcome, 'status' | 'answer' | 'problem' | 'retryAfterSeconds'> & { isFinal?: boolean }

/** Its result is the Status of the answer, as cXML says, whose HTTP status is nearly always 200. The text is bounded, and read for this alone. */
function judged({ status, answer, problem, retryAfterSeconds }: Outcome): Noted {
  const code = /<Status\b[^>]{0,300}?\bcode ?= ?["'](\d{3})["']/.exec(answer ?? '')?.[1]
  const refused =
    code === undefined
      ? 'It did not answer with a Response of cXML.'
      : code.startsWith('2')
        ? null
        : `It answered with cXML status ${code}.`
  return { status, answer, problem: problem ?? refused, retryAfterSeconds }
}

const doubled = sql`${RETRY_SECONDS.first}::int * power(2, least(${cxmlAnswers.attempts} - 1, 20))`
const retryDelay = sql`least(${doubled}, ${RETRY_SECONDS.longest}::int) * (0.75 + random() / 2)`
/** A failed answer is sent again, last at its `giveUpAt`, and is then given up. Only the outcome of the latest attempt is noted. */
async function noteOutcome(
  db: Services['db'],
  { id, attempts }: ClaimedAnswer,
  { status, answer, problem, retryAfterSeconds, isFinal = false }: Noted,
): Promise<void> {
  const latest = and(eq(cxmlAnswers.id, id), eq(cxmlAnswers.attempts, attempts), isNotNull(cxmlAnswers.runAfter))
  const isOver = isFinal ? sql`true` : sql`${cxmlAnswers.giveUpAt} <= now()`
  const said = { status, answer: answer && startOf(answer, KEPT), problem, claimedUntil: null }
  const ended =
    problem === null
      ? { runAfter: null, deliveredAt: databaseNow }
      : {
          runAfter: sql`case when not ${isOver} then greatest(least(now() + make_interval(secs => ${retryDelay}), ${cxmlAnswers.giveUpAt}),
            now() + make_interval(secs => ${retryAfterSeconds}::int)) end`,
          givenUpAt: sql`case when ${isOver} then now() end`,
        }
  await db
    .update(cxmlAnswers)
    .set({ ...said, ...ended })
    .where(latest)
}

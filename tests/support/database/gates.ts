import { expect } from 'vitest'
import type { Database } from '#database/connect.ts'

/** Key of the advisory lock of a shut gate. */
const GATE = 4_711

/** A point in the work of others at which they wait. */
export type Gate = {
  /** Until another process waits. */
  reached(): Promise<void>
  /** Lets all through, removes the gate, and waits until the others have finished. */
  open(): Promise<void>
}

/** Shuts a gate at these events, in the syntax of `create trigger`: `before insert on parts for each row when (...)`. */
export async function shutGate(db: Database, events: string): Promise<Gate> {
  const holder = await db.$client.connect()
  await holder.query('select pg_advisory_lock($1::bigint)', [GATE])
  const run = (statement: string) => db.$client.query(statement)
  await run(`
    create or replace function wait_at_gate() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(${GATE});
      return new;
    end $$`)
  await run(`create trigger gate ${events} execute function wait_at_gate()`)
  const table = /\bon (\w+)/.exec(events)![1]! // a trigger is on a table
  const rowsOf = (from: string) => async () => (await run(`select from ${from}`)).rowCount
  const waiting = rowsOf(`pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted
    and database = (select oid from pg_database where datname = current_database())`)
  const others = rowsOf(`pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`)
  return {
    reached: () => expect.poll(waiting, { interval: 10 }).toBe(1),
    async open() {
      await holder.query('select pg_advisory_unlock($1::bigint)', [GATE])
      holder.release()
      await expect.poll(others, { interval: 10 }).toBe(0)
      await run(`drop trigger gate on ${table}`)
    },
  }
}

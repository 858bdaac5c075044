import { sql } from 'drizzle-orm'
import type { Database } from '#database/connect.ts'

const BATCH = 5_000

/**
 * Adds new moves to `list_counts`, so that readers have few moves to add up. A reader sees each move either as a row or in
 * the count. Several processes may run it concurrently: each takes different moves.
 */
export async function foldListMoves(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ taken: number }>(sql`
      with taken as (
        delete from list_moves
        where id in (select id from list_moves order by id limit ${BATCH} for update skip locked)
        returning list, stretch, delta
      ), folded as (
        insert into list_counts (list, level, stretch, shown)
        select list, level, stretch >> (6 * level), sum(delta)
        from taken, generate_series(0, 3) as level
        group by 1, 2, 3
        order by 1, 2, 3
        on conflict (list, level, stretch) do update set shown = list_counts.shown + excluded.shown
      )
      select count(*)::int as taken from taken`)
    if (rows[0]!.taken < BATCH) return // a count always yields its row
  }
}

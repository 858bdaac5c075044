import { beforeEach, vi } from 'vitest'

/**
 * For this file the shop's own clock stands still, so that no turn of a job ends, and no time for which something is kept is over, before the
 * test has done its work, however slow the machine is. The clock of the database goes on.
 */
export const stopTheClock = (): void => beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0))

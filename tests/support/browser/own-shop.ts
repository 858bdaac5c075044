import type { WorkerFixture } from '@playwright/test'
import { HANG_LIMIT_MS } from '#tests/support/runner/hang-limit.ts'

/**
 * A fixture of what a proof opens once for all its journeys, such as a shop of its own, because its settings apply to everyone. `open` hands
 * it to `use`, which ends after the last journey, and closes it.
 */
export const openedOnce = <Opened>(
  open: (use: (opened: Opened) => Promise<void>) => Promise<void>,
): [WorkerFixture<Opened, object>, { scope: 'worker'; timeout: number }] => [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from here
  async ({}, use) => open(use),
  { scope: 'worker', timeout: HANG_LIMIT_MS },
]

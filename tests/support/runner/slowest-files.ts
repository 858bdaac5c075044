import { relative } from 'node:path'
import type { Reporter as PlaywrightReporter } from '@playwright/test/reporter'
import type { Reporter } from 'vitest/node'

const SHOWN = 20

/** Prints the files that took longest, with the seconds of all their tests and hooks and of loading them. */
function printSlowest(msByFile: Iterable<[file: string, ms: number]>): void {
  const slowest = [...msByFile].toSorted(([, one], [, other]) => other - one).slice(0, SHOWN)
  // oxlint-disable-next-line no-console -- to be read in the log of a build
  for (const [file, ms] of slowest) console.log(`slow: ${(ms / 1_000).toFixed(1).padStart(6)} s  ${file}`)
}

/** For Vitest. */
export const slowestFiles: Reporter = {
  onTestRunEnd(modules) {
    printSlowest(
      modules.map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic()
        return [module.relativeModuleId, collectDuration + setupDuration + duration]
      }),
    )
  },
}

/** For Playwright, whose configuration names it by its path. */
export default class SlowestJourneys implements PlaywrightReporter {
  readonly #msByFile = new Map<string, number>()

  onTestEnd: NonNullable<PlaywrightReporter['onTestEnd']> = ({ location }, { duration }) => {
    const file = relative(process.cwd(), location.file)
    this.#msByFile.set(file, (this.#msByFile.get(file) ?? 0) + duration)
  }

  onEnd(): void {
    printSlowest(this.#msByFile)
  }
}

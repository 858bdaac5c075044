/** Runs, failures and duration of each job since the start of this process. */
export type JobFigures = {
  add(job: string, ms: number, failed: boolean): void
  each(): { job: string; runs: number; failures: number; seconds: number; lastSuccess: number }[]
}

export function createJobFigures(): JobFigures {
  const jobs = new Map<string, { runs: number; failures: number; seconds: number; lastSuccess: number }>()
  return {
    add(job, ms, failed) {
      const figures = jobs.get(job) ?? { runs: 0, failures: 0, seconds: 0, lastSuccess: 0 }
      jobs.set(job, {
        runs: figures.runs + 1,
        failures: figures.failures + (failed ? 1 : 0),
        seconds: figures.seconds + ms / 1_000,
        lastSuccess: failed ? figures.lastSuccess : Math.round(Date.now() / 1_000),
      })
    },
    each: () => Array.from(jobs, ([job, figures]) => ({ job, ...figures })),
  }
}

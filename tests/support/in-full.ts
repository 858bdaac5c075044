/** Files of tests with more cases than `npm test` has time for: it runs some, and `npm run test:proofs` runs all. */
export const filesInFull = ['server/images/hostile-uploads.test.ts', 'tests/guarantees/fuzz.test.ts']

/** How many cases this run has. Set by vitest.proofs.config.ts. */
export const someOrAll = (some: number, all: number): number => (process.env['TESTS_IN_FULL'] === '1' ? all : some)

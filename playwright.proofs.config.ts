import journeys from './playwright.config.ts'
import { findFirefox } from './tests/support/browser/firefox.ts'

const firefox = findFirefox()
const isWorker = process.env['TEST_WORKER_INDEX'] !== undefined
// oxlint-disable-next-line no-console -- a skipped proof is told
if (!firefox && !isWorker) console.log('FIREFOX_PATH names no Firefox: its journeys are skipped.')

/**
 * Journeys that take minutes: every screen by the rules of accessibility, sizes, lost files, Stripe's own field, external sign-in, real
 * services; and, in the Firefox that FIREFOX_PATH names, buying, quoting and the work of admins, by WebDriver BiDi.
 */
export default {
  ...journeys,
  projects: [
    { name: 'chromium', testMatch: '*.proof.ts' },
    ...(firefox
      ? [
          {
            name: 'firefox',
            testMatch: /\.(?:journey|proof)\.ts$/,
            grep: /@firefox/,
            use: { browserName: 'firefox' as const, channel: 'moz-firefox', launchOptions: { executablePath: firefox } },
          },
        ]
      : []),
  ],
}

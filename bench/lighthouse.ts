import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import lighthouse, { desktopConfig, type Config, type Result } from 'lighthouse'
import { launchBrowser } from '../tests/support/browser/launch-browser.ts'
import { runShop } from '../tests/support/shops/run-shop.ts'

/*
 * `npm run lighthouse` runs Lighthouse on the built shop, as phone and desktop, and prints the table of
 * docs/lighthouse.md; `npm run lighthouse -- /login` on one of them. Exits with 1 when a page is below 100 in accessibility, best practices or SEO.
 */

const PATHS = ['/', '/inventory', '/quote', '/login', '/blogs']
const wanted = process.argv.slice(2)
/** Runs per page; the one with the median largest element is shown. */
const LOOKS = 3
/** Undefined is Lighthouse's default phone: a small screen, a slow network and a quarter of the processor. */
const DEVICES: Record<string, Config | undefined> = { mobile: undefined, desktop: desktopConfig }

/** Performance depends on the machine; the other three do not. */
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const MUST_BE_FULL: readonly string[] = CATEGORIES.slice(1)

const COLUMNS = ['Page', 'Device', 'Performance', 'Accessibility', 'Best practices', 'SEO', 'LCP', 'CLS', 'TBT', 'JS, sent']

const shop = await runShop({ LOG_LEVEL: 'error' })
try {
  await measure(shop.url)
} finally {
  await shop.stop()
}

async function measure(shopUrl: string): Promise<void> {
  const browser = await launchBrowser({ whole: true, args: ['--remote-debugging-port=0'] })
  const port = await debuggingPort(browser)
  const faults: string[] = []
  try {
    printRow(COLUMNS)
    printRow(COLUMNS.map(() => '---'))
    for (const path of wanted.length > 0 ? wanted : PATHS) {
      for (const [device, config] of Object.entries(DEVICES)) {
        const result = await judge(shopUrl + path, port, config)
        printRow([path, device, ...scoresOf(result).map(String), ...timesOf(result), scriptsOf(result)])
        faults.push(...faultsOf(result).map((fault) => `${path} (${device}): ${fault}`))
      }
    }
  } finally {
    await browser.close()
  }
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

/** The port that the browser has chosen; it writes it into the folder of its profile. */
async function debuggingPort(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { commandLine } = await session.send('SystemInfo.getInfo')
  const profile = /--user-data-dir=(\S+)/.exec(commandLine)![1]! // Playwright starts it with one
  return Number.parseInt(await readFile(join(profile, 'DevToolsActivePort'), 'utf8'), 10)
}

async function judge(url: string, port: number, config: Config | undefined): Promise<Result> {
  const looks: Result[] = []
  for (let look = 0; look < LOOKS; look++) looks.push(await lookAt(url, port, config))
  const largest = ({ audits }: Result) => audits['largest-contentful-paint']?.numericValue ?? 0
  return looks.toSorted((a, b) => largest(a) - largest(b))[Math.floor(LOOKS / 2)]! // the median
}

/** A run on a page, repeated once if the machine was too busy for a result. */
async function lookAt(url: string, port: number, config: Config | undefined): Promise<Result> {
  const run = (await tryToJudge(url, port, config)) ?? (await tryToJudge(url, port, config))
  if (!run) throw new Error(`Lighthouse could not judge ${url}.`)
  return run
}

async function tryToJudge(url: string, port: number, config: Config | undefined): Promise<Result | undefined> {
  const run = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: [...CATEGORIES] }, config)
  return run?.lhr.runtimeError ? undefined : run?.lhr
}

/** Whole points, 0 to 100, in the order of CATEGORIES. */
function scoresOf({ categories }: Result): number[] {
  return CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100))
}

function timesOf({ audits }: Result): string[] {
  return ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time'].map(
    (id) => audits[id]?.displayValue?.replace('\u00a0', ' ') ?? '?',
  )
}

/** Transferred bytes of all scripts. */
function scriptsOf({ audits }: Result): string {
  const requests = audits['network-requests']?.details?.items ?? []
  const bytes = requests
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize }) => sum + Number(transferSize), 0)
  return `${Math.round(bytes / 1_000)} kB`
}

/** Failed audits in categories that require 100. */
function faultsOf({ categories, audits }: Result): string[] {
  return MUST_BE_FULL.flatMap((id) => {
    const category = categories[id]
    if (category?.score === 1) return []
    const failed = category?.auditRefs.map((ref) => audits[ref.id]).filter((audit) => audit?.score !== null && audit?.score !== 1)
    return [`${id} is below 100: ${failed?.map((audit) => audit?.title).join('; ')}`]
  })
}

function printRow(cells: string[]): void {
  console.log(`| ${cells.join(' | ')} |`)
}

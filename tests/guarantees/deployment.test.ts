import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { DCLinter } from 'dclint'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { DRAIN_MAX_MS } from '#server/platform/settings/running.ts'
import { readSettings, SettingsError } from '#server/platform/settings/settings.ts'

type Service = {
  environment?: Record<string, string | number>
  ports?: string[]
  volumes?: string[]
  stop_grace_period?: string
}
type Compose = {
  services: Record<string, Service>
  secrets?: Record<string, object>
  networks?: Record<string, { ipam?: { config: { subnet: string }[] } }>
}

const UNITS = ['deploy/systemd/teleforge.service', 'deploy/systemd/teleforge-backup.service']
/** Variables of Node.js and the system. */
const OF_OTHERS = new Set(['NODE_ENV', 'PATH'])
/** What a shop needs after DRAIN_MS to end, at most. */
const END_SECONDS = 20

const composeOf = (path: string) => parse(readFileSync(path, 'utf8')) as Compose
const production = composeOf('compose.yaml')
const trial = composeOf('compose.trial.yaml')
const example = parseEnv(readFileSync('.env.example', 'utf8'))

const room = mkdtempSync(join(tmpdir(), 'teleforge-deployment-'))
afterAll(() => rmSync(room, { recursive: true, force: true }))

test('the files of Compose follow the Compose specification', () => {
  const results = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] }).lintFiles(
    ['compose.yaml', 'compose.trial.yaml'],
    false,
  )
  const wrong = results.flatMap(({ filePath, messages }) =>
    messages.filter(({ rule }) => rule.startsWith('invalid-')).map(({ line, message }) => `${filePath}:${line} ${message}`),
  )

  expect(results).toHaveLength(2)
  expect(wrong).toEqual([])
})

/** The names before `=` in the lines of a unit or a Containerfile that set variables. */
const setIn = (path: string, keyword: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(keyword))
    .flatMap((line) => Array.from(line.slice(keyword.length).matchAll(/(?:^|\s)([A-Z][A-Z0-9_]*)=/g), ([, name]) => name!))

test('every variable that Compose, its example, the image and the units set is one of the shop', () => {
  const documented = new Set(
    Array.from(readFileSync('docs/configuration.md', 'utf8').matchAll(/`([A-Z][A-Z0-9_]+)`/g), ([, name]) => name!),
  )
  const set = [
    ...Object.keys(example),
    ...Object.keys(production.services['shop']!.environment!),
    ...Object.keys(trial.services['shop']!.environment!),
    ...setIn('Containerfile', 'ENV '),
    ...UNITS.flatMap((path) => setIn(path, 'Environment=')),
  ]
  const unknown = set.map((name) => name.replace(/_FILE$/, '')).filter((name) => !OF_OTHERS.has(name) && !documented.has(name))

  expect(set.length).toBeGreaterThan(40)
  expect(unknown).toEqual([])
})

/** Without SHOP_MODE, the shop is a trial. */
const REQUIRED = ['SHOP_URL', 'MAIL_FROM', 'STRIPE_PUBLISHABLE_KEY']
/** What an operator writes into the four files. */
const SECRETS: Record<string, string> = {
  AUTH_SECRET: '0123456789abcdef0123456789abcdef',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtps://shop:password@mail.example.com',
}

/** The variables of .env.example, whose files have secrets in them. */
function filledExample(): NodeJS.ProcessEnv {
  const files = Object.entries(SECRETS).map(([name, value]) => {
    writeFileSync(join(room, name), value)
    return [`${name}_FILE`, join(room, name)] as const
  })
  return { ...example, ...Object.fromEntries(files) }
}

test('the example of Compose has all that production needs, and nothing of it can be left out', () => {
  const filled = filledExample()
  const problemsWithout = (name: string) => {
    try {
      readSettings({ ...filled, [name]: '' })
      return []
    } catch (error) {
      if (error instanceof SettingsError) return error.problems
      throw error
    }
  }

  expect(Object.keys(filled).filter((name) => !(name in example))).toEqual([])
  expect(readSettings(filled).mode).toBe('production')
  const required = [...REQUIRED, ...Object.keys(SECRETS).map((name) => `${name}_FILE`)]
  expect(required.filter((name) => problemsWithout(name).length === 0)).toEqual([])
})

test('the trial of Compose is reached from its own machine alone', () => {
  const ports = Object.values(trial.services).flatMap((service) => service.ports ?? [])

  expect(ports).not.toEqual([])
  expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  expect(trial.services['shop']!.environment).toMatchObject({ SHOP_MODE: 'trial', HOST: '127.0.0.1' })
})

test('no setting in .env takes the shop away from the volumes, the proxy and the networks of Compose', () => {
  const { environment, volumes } = production.services['shop']!
  const [{ subnet }] = production.networks!['front']!.ipam!.config as [{ subnet: string }]

  expect(environment).toMatchObject({ SHOP_MODE: 'production', HOST: '0.0.0.0', PORT: 3000, TRUSTED_PROXIES: subnet })
  expect(volumes).toEqual([`data:${environment!['DATA_DIR']}`, `backups:${environment!['BACKUP_DIR']}`])
})

test('Compose publishes ports at addresses by which visitors keep their own', () => {
  const ports = Object.values(production.services).flatMap((service) => service.ports ?? [])

  expect(ports).not.toEqual([])
  expect(ports.filter((port) => !port.startsWith('0.0.0.0:'))).toEqual([])
})

test('secrets of Compose can be read by its services and by no other user, also in a folder that was open and with keys that were closed', () => {
  const checkout = join(room, 'checkout')
  const secrets = join(checkout, 'secrets')
  const make = () => execFileSync('bash', ['-c', 'umask 077 && deploy/make-secrets.sh'], { cwd: checkout, encoding: 'utf8' })
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
  cpSync('deploy/make-secrets.sh', join(checkout, 'deploy/make-secrets.sh'))
  mkdirSync(secrets)
  chmodSync(secrets, 0o755)
  writeFileSync(join(secrets, 'smtp-url'), 'smtp://mail.example.com', { mode: 0o600 })

  const said = make()
  const first = readFileSync(join(secrets, 'auth-secret'), 'utf8')
  make()

  expect(said.match(/secrets\/[a-z-]+/g)).toEqual(['secrets/stripe-secret-key', 'secrets/stripe-webhook-secret'])
  expect(modeOf(secrets)).toBe('700')
  expect(readdirSync(secrets).toSorted()).toEqual(Object.keys(production.secrets!).toSorted())
  expect(readdirSync(secrets).filter((name) => modeOf(join(secrets, name)) !== '644')).toEqual([])
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(readFileSync(join(secrets, 'auth-secret'), 'utf8')).toBe(first)
  expect(readFileSync(join(secrets, 'smtp-url'), 'utf8')).toBe('smtp://mail.example.com')
})

test('a command beside the service of systemd has its settings, its secrets and its folders', () => {
  const programs = join(room, 'programs')
  const write = (name: string, text: string) => writeFileSync(join(programs, name), text, { mode: 0o755 })
  mkdirSync(programs)
  write(
    'systemd-run',
    `#!/bin/sh
for word do case $word in --*) echo "$word"; shift;; *) break;; esac; done
CREDENTIALS_DIRECTORY=/credentials exec "$@"
`,
  )
  write('node', '#!/bin/sh\nenv\necho "$@"\n')
  const said = execFileSync('deploy/systemd/run-command.sh', ['shop', 'admin', 'grant', 'a b'], {
    env: { PATH: `${programs}:/usr/bin:/bin` },
    encoding: 'utf8',
  }).split('\n')

  const lines = readFileSync(UNITS[0]!, 'utf8').split('\n')
  const wanted = lines.flatMap((line) => {
    if (/^(?:EnvironmentFile|LoadCredential|StateDirectory|StateDirectoryMode)=/.test(line)) return [`--property=${line}`]
    if (!line.startsWith('Environment=') || line.includes('PATH=')) return []
    const isSecret = line.includes('%d')
    const values = line.slice('Environment='.length).replaceAll('%d', '/credentials').split(' ')
    return values.map((value) => (isSecret ? value : `--setenv=${value}`))
  })
  expect(wanted).toHaveLength(14)
  expect(wanted.filter((line) => !said.includes(line))).toEqual([])
  expect(said).toContain('server/run/commands/shop.ts admin grant a b')
  expect(said).toContain(`--working-directory=${process.cwd()}`)
})

test('a supervisor waits longer for the end of the shop than the shop takes at most', () => {
  const mostSeconds = DRAIN_MAX_MS / 1_000 + END_SECONDS
  const [, ofUnit] = /^TimeoutStopSec=(\d+)$/m.exec(readFileSync(UNITS[0]!, 'utf8'))!
  const ofCompose = production.services['shop']!.stop_grace_period!

  expect(Number(ofUnit)).toBeGreaterThan(mostSeconds)
  expect(ofCompose).toMatch(/^\d+s$/)
  expect(Number.parseInt(ofCompose, 10)).toBeGreaterThan(mostSeconds)
})

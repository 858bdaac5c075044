import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

const problemsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

test('without any variable it is a trial shop on loopback', () => {
  expect(readSettings({})).toMatchObject({
    mode: 'trial',
    host: '127.0.0.1',
    port: 3_000,
    shopUrl: 'http://localhost:3000',
    shopName: 'Teleforge',
    shipping: { digestHour: 7, returnAddress: [] },
    databaseUrl: undefined,
    trustedProxies: [],
    maxUnpaidOrders: 20,
    unpaidOrderDays: 7,
  })
})

test('traces are sent where a standard variable says so, by the more specific one, unless they are switched off', () => {
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://10.0.0.1:4318/otlp/' }
  const tracesOf = (env: NodeJS.ProcessEnv) => readSettings(env).traces

  expect(tracesOf({})).toBeUndefined()
  expect(tracesOf(collector)).toEqual({
    url: 'http://10.0.0.1:4318/otlp/v1/traces',
    format: 'protobuf',
    headers: {},
    asksParent: true,
    ratio: 1,
    serviceName: 'teleforge',
    attributes: {},
  })
  expect(tracesOf({ ...collector, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t.example.com/in' })?.url).toBe('https://t.example.com/in')
  expect(tracesOf({ OTEL_TRACES_EXPORTER: 'otlp' })?.url).toBe('http://localhost:4318/v1/traces')
  expect(tracesOf({ ...collector, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
  expect(tracesOf({ ...collector, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined()
  expect(
    tracesOf({
      ...collector,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%2Cb, team = shop',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'team=traces',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=parts,region=eu',
    }),
  ).toMatchObject({ headers: { 'api-key': 'a,b', team: 'traces' }, asksParent: false, ratio: 0.25, serviceName: 'parts' })
})

test('the return address of labels is read line by line', () => {
  expect(readSettings({ RETURN_ADDRESS: ' Dock 4; 53113 Bonn ;' }).shipping.returnAddress).toEqual(['Dock 4', '53113 Bonn'])
})

test.each([
  [{ SHOP_MODE: 'live' }, 'SHOP_MODE'],
  [{ PORT: '70000' }, 'PORT'],
  [{ PORT: 'http' }, 'PORT'],
  [{ PORT: '0', SHOP_PROCESSES: '2' }, 'PORT is 0'],
  [{ HOST: '0.0.0.0' }, 'HOST'],
  [{ SHOP_URL: 'parts.example.com' }, 'SHOP_URL'],
  [{ SHOP_URL: 'https://parts.example.com/shop' }, 'SHOP_URL'],
  [{ SHOP_URL: 'javascript:alert(1)' }, 'SHOP_URL'],
  [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL'],
  [{ AUTH_SECRET: 'short' }, 'AUTH_SECRET'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is an address such as http://localhost:4318.'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER'],
  [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
  [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_HEADERS: 'key' }, 'OTEL_EXPORTER_OTLP_HEADERS is a list'],
  [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_HEADERS: 'key=%zz' }, 'OTEL_EXPORTER_OTLP_HEADERS is a list'],
  [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_HEADERS: 'k=a%0Ab' }, 'OTEL_EXPORTER_OTLP_HEADERS has a name or value'],
  [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, everyone' }, 'TRUSTED_PROXIES'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
  [{ MAX_UNPAID_ORDERS: '0' }, 'MAX_UNPAID_ORDERS'],
  [{ MAX_UNPAID_ORDERS: '1e3' }, 'MAX_UNPAID_ORDERS'],
  [{ UNPAID_ORDER_DAYS: '0.5' }, 'UNPAID_ORDER_DAYS'],
  [{ UNPAID_ORDER_DAYS: '366' }, 'UNPAID_ORDER_DAYS'],
  [{ MAILS_PER_DAY_UNCONFIRMED: '6' }, 'MAILS_PER_DAY_UNCONFIRMED is a number from 7'],
  [{ MAILS_PER_DAY: '60' }, 'MAILS_PER_DAY is a number from 61'],
  [{ ORDER_MAIL_SECONDS: '3601' }, 'ORDER_MAIL_SECONDS is a number from 0'],
  [{ TRUST_EARNED: 'yes' }, 'TRUST_EARNED'],
  [{ TRUST_UNCONFIRMED: 'orders=2' }, "TRUST_UNCONFIRMED names 'orders'"],
  [{ TRUST_PAID: 'bills=3' }, "TRUST_PAID names 'bills'"],
  [{ TRUST_PAID: 'multiple=0' }, 'TRUST_PAID: multiple is a number from 1'],
  [{ TRUST_CONFIRMED: 'share=0' }, 'TRUST_CONFIRMED: share is a number from 1 to 100'],
  [{ PRICE_FALL_PERCENT: '101' }, 'PRICE_FALL_PERCENT'],
  [{ REVIEW_RELEASE: 'no' }, 'REVIEW_RELEASE'],
  [{ REVIEWS_PER_WEEK: '0' }, 'REVIEWS_PER_WEEK'],
  [{ AUDIT_DAYS: '29' }, 'AUDIT_DAYS'],
  [{ AUDIT_DAYS: '-1' }, 'AUDIT_DAYS'],
  [{ RETURN_ADDRESS: 'a;b;c;d;e;f' }, 'RETURN_ADDRESS has at most 5 lines'],
  [{ RETURN_ADDRESS: 'x'.repeat(61) }, 'RETURN_ADDRESS has at most 5 lines'],
  [{ CARRIER_LINK: 'http://track.example.com/{number}' }, 'CARRIER_LINK'],
  [{ CARRIER_LINK: 'https://track.example.com/' }, 'CARRIER_LINK'],
  [{ CARRIER_LINK: 'javascript:alert({number})' }, 'CARRIER_LINK'],
  [{ DIGEST_HOUR: '24' }, 'DIGEST_HOUR is a number from 0 to 23'],
  [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM'],
  [{ SMTP_URL: 'mail.example.com', MAIL_FROM: 'shop@example.com' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'the shop' }, 'MAIL_FROM'],
  [{ IMAGE_HOST_URL: 'https://images.example.com/upload' }, 'IMAGE_HOST_KEY'],
  [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
  [{ OIDC_ISSUER: 'issuer', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }, 'OIDC_ISSUER'],
  [{ OIDC_ISSUER: 'http://login.example.com', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }, 'OIDC_ISSUER'],
  [{ GOOGLE_ISSUER: 'http://google.example.com', GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }, 'GOOGLE_ISSUER'],
  [{ STRIPE_SECRET_KEY: 'sk_x', STRIPE_PUBLISHABLE_KEY: 'pk_x', STRIPE_WEBHOOK_SECRET: 'x' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ STRIPE_SECRET_KEY: 'sk_x', STRIPE_PUBLISHABLE_KEY: 'pk_x' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY begins'],
  [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY begins'],
  [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY'],
  [{ ...stripe, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'live key'],
  [{ ...stripe, STRIPE_API_URL: 'stripe.example.com' }, 'STRIPE_API_URL'],
  [{ VIES_URL: 'vies.example.com' }, 'VIES_URL'],
])('%j is refused by name', (env, variable) => {
  const problems = problemsOf(env)

  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(variable)
})

describe('a variable with _FILE behind its name', () => {
  const fileWith = async (content: string) => {
    const path = join(await mkdtemp(join(tmpdir(), 'teleforge-settings-')), 'secret')
    await writeFile(path, content)
    return path
  }

  test('names the file that holds the value', async () => {
    const [secret, database] = [await fileWith(`${'s'.repeat(40)}\n`), await fileWith('postgres://shop:word@db/shop')]
    const settings = readSettings({ AUTH_SECRET_FILE: secret, DATABASE_URL_FILE: database, SHOP_NAME: 'Parts', SHOP_NAME_FILE: ' ' })

    expect(settings).toMatchObject({ authSecret: 's'.repeat(40), databaseUrl: 'postgres://shop:word@db/shop', shopName: 'Parts' })
  })

  test('is refused by name, once, where the file is not there or empty, and beside the variable itself', async () => {
    const [empty, full] = [await fileWith('\n'), await fileWith('s'.repeat(40))]

    expect(problemsOf({ SMTP_URL_FILE: '/nowhere/secret' })).toEqual(["SMTP_URL_FILE is '/nowhere/secret', which cannot be read."])
    expect(problemsOf({ AUTH_SECRET_FILE: empty })).toEqual([`AUTH_SECRET_FILE is '${empty}', which is empty.`])
    expect(problemsOf({ AUTH_SECRET: 't'.repeat(40), AUTH_SECRET_FILE: full })).toEqual([
      'AUTH_SECRET and AUTH_SECRET_FILE are both set; one of them is enough.',
    ])
  })
})

test('processes: one in trial mode, as many as are asked for', () => {
  expect(readSettings({}).processes).toBe(1)
  expect(readSettings({ SHOP_PROCESSES: '4' }).processes).toBe(4)
  expect(problemsOf({ SHOP_PROCESSES: '0' })).toEqual(['SHOP_PROCESSES is a number from 1 to 64.'])
})

test('trust is earned only in production, and no step has higher limits than an account that has paid', () => {
  const { trust } = readSettings({
    MAX_UNPAID_ORDERS: '5',
    TRUST_UNCONFIRMED: 'bills=3, dollars=1000',
    TRUST_PAID: 'multiple=5',
    TRUST_EARNED: '1',
  })

  expect(readSettings({}).trust.isEarned).toBe(false)
  expect(trust).toMatchObject({
    isEarned: true,
    unconfirmed: { bills: 3, cents: 100_000, lines: 10 },
    confirmed: { bills: 5 },
    paid: { bills: 5, multiple: 5, paidOrders: 3, share: 50, cents: 2_500_000 },
  })
})

test('production reports all missing variables, not only the first', () => {
  const problems = problemsOf({ SHOP_MODE: 'production', HOST: '0.0.0.0' }).join('\n')

  for (const missing of ['AUTH_SECRET', 'SHOP_URL', 'STRIPE_SECRET_KEY', 'SMTP_URL']) expect(problems).toContain(missing)
  expect(problems).not.toContain('HOST')
})

test('production with all of its services starts', () => {
  const settings = readSettings({
    SHOP_MODE: 'production',
    HOST: '0.0.0.0',
    SHOP_URL: 'https://parts.example.com/',
    AUTH_SECRET: 's'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
    SMTP_URL: 'smtps://user:word@mail.example.com',
    MAIL_FROM: 'shop@example.com',
  })

  expect(settings.payments).toMatchObject({ provider: 'stripe', webhookSecrets: ['whsec_new', 'whsec_old'] })
  expect(settings.mail).toMatchObject({ transport: 'smtp', from: 'shop@example.com' })
})

const production = {
  SHOP_MODE: 'production',
  SHOP_URL: 'https://parts.example.com',
  AUTH_SECRET: 's'.repeat(32),
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'shop@example.com',
}

test.each(['sk', 'rk'])('production with a test key of the kind %s_ is refused, and names the variable', (kind) => {
  const problems = problemsOf({ ...production, ...stripe, STRIPE_SECRET_KEY: `${kind}_test_1` })

  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^STRIPE_SECRET_KEY is a test key.*STRIPE_ALLOW_TEST_KEYS=1/)
})

test('production accepts test keys for a rehearsal, when the variable is exactly 1', () => {
  const rehearsal = { ...production, ...stripe }

  expect(problemsOf({ ...rehearsal, STRIPE_ALLOW_TEST_KEYS: '1' })).toEqual([])
  for (const word of ['0', 'no', 'true']) {
    expect(problemsOf({ ...rehearsal, STRIPE_ALLOW_TEST_KEYS: word })).toEqual(['STRIPE_ALLOW_TEST_KEYS is 1 or not set.'])
  }
})

test('VAT ids are looked up in VIES in production, elsewhere or nowhere where VIES_URL says so, and nowhere in trial mode', () => {
  const shop = { ...production, ...stripe, STRIPE_ALLOW_TEST_KEYS: '1' }

  expect(readSettings({}).viesUrl).toBe(undefined)
  expect(readSettings(shop).viesUrl).toBe('https://ec.europa.eu/taxation_customs/vies/rest-api')
  expect(readSettings({ ...shop, VIES_URL: 'none' }).viesUrl).toBe(undefined)
  expect(readSettings({ VIES_URL: 'https://vies.example.com/rest/' }).viesUrl).toBe('https://vies.example.com/rest')
})

test('live keys, and a trial shop with test keys, need no STRIPE_ALLOW_TEST_KEYS', () => {
  const live = { ...stripe, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }

  expect(problemsOf({ ...production, ...live })).toEqual([])
  expect(problemsOf(stripe)).toEqual([])
})

test.each(['12#3', '12/3', '12?3', 'w#rd', 'w/rd', 'w?rd'])('a database password of %s must be percent-encoded', (password) => {
  const problems = problemsOf({ DATABASE_URL: `postgres://shop:${password}@localhost/shop` })

  expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL .* percent-encoded\.$/)])
})

test.each([
  'postgres://localhost',
  'postgresql://shop:w%23rd@db.example.com:6432/shop?sslmode=require',
  'postgres://shop@localhost/shop?host=/var/run/postgresql',
])('%s is accepted as a database', (DATABASE_URL) => {
  expect(readSettings({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL })
})

test('addresses are compared in lower case, empty variables count as unset', () => {
  expect(readSettings({ ADMIN_EMAIL: ' Boss@Example.com ', SHOP_NAME: ' ' })).toMatchObject({
    adminEmail: 'boss@example.com',
    shopName: 'Teleforge',
  })
})

test('an issuer is taken unchanged', () => {
  const oidc = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret' }
  const issuerOf = (OIDC_ISSUER: string) => readSettings({ OIDC_ISSUER, ...oidc }).oidc

  expect(issuerOf('https://login.example.com/shop/')).toMatchObject({
    issuer: 'https://login.example.com/shop/',
    name: 'login.example.com',
  })
  expect(issuerOf('http://127.0.0.1:8080')).toMatchObject({ issuer: 'http://127.0.0.1:8080' })
})

test.each([
  [undefined, 290],
  ['0', 0],
  ['1.45', 145],
])('SANDBOX_FEE_PERCENT %s is what the sandbox keeps of a payment', (percent, feeBp) => {
  expect(readSettings({ ...(percent && { SANDBOX_FEE_PERCENT: percent }) }).payments).toEqual({ provider: 'sandbox', feeBp })
})

test.each(['10', '-1', '1.234', 'none'])('SANDBOX_FEE_PERCENT %s is refused', (percent) => {
  expect(() => readSettings({ SANDBOX_FEE_PERCENT: percent })).toThrow('SANDBOX_FEE_PERCENT is a percentage below 10')
})

import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOBODY } from '#tests/support/nobody.ts'
import { commandEnvironment } from '#tests/support/shops/command-environment.ts'

let room: string

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'teleforge-check-'))
  await chmod(room, 0o755)
})

afterAll(() => rm(room, { recursive: true, force: true }))

/** `npm run shop -- check` with these variables. */
function check(env: NodeJS.ProcessEnv = {}): Promise<{ code: number; lines: string[] }> {
  return new Promise((resolve) => {
    const variables = commandEnvironment({ DATA_DIR: join(room, 'data'), ...env })
    execFile(process.execPath, ['server/run/commands/shop.ts', 'check'], { env: variables }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, lines: `${stdout}${stderr}`.trim().split('\n') })
    })
  })
}

test('a shop of built-in parts is all right', async () => {
  const { code, lines } = await check()

  expect(code).toBe(0)
  expect(lines).toHaveLength(6)
  expect(lines.every((line) => line.endsWith('ok'))).toBe(true)
})

test('each service that does not answer is named in one line, and no secret is', async () => {
  const { code, lines } = await check({
    SMTP_URL: `smtp://user:CANARY@${NOBODY}`,
    MAIL_FROM: 'shop@example.com',
    OIDC_ISSUER: `http://${NOBODY}`,
    OIDC_CLIENT_ID: 'shop',
    OIDC_CLIENT_SECRET: 'CANARY',
    STRIPE_SECRET_KEY: 'sk_CANARY',
    STRIPE_PUBLISHABLE_KEY: 'pk_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_CANARY',
    STRIPE_API_URL: `http://${NOBODY}`,
    S3_ENDPOINT: `http://${NOBODY}`,
    S3_BUCKET: 'parts',
    S3_ACCESS_KEY_ID: 'shop',
    S3_SECRET_ACCESS_KEY: 'CANARY',
  })

  expect(code).toBe(1)
  expect(lines.filter((line) => !line.endsWith('ok')).map((line) => line.split(' ')[0])).toEqual(['Cards', 'Mail', 'Pictures', 'Sign-in'])
  expect(lines.join('\n')).not.toContain('CANARY')
})

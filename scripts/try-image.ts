import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { buy } from './image/buy.ts'
import { LOCKED, podman, podmanCode, REQUEST_LIMIT_MS, untilAnswered, variables } from './image/podman.ts'

/**
 * `npm run try:image [-- --built]`: builds the image, runs it as the files of Compose do, and prints what was wanted beside what was found;
 * `--built` takes the image that is there. Exits with 1 if something is not as wanted. Runs as root, with Podman.
 */

const PACKAGES = 'apt-get install -y --no-install-recommends podman runc netavark aardvark-dns iptables mmdebstrap'
const IMAGE = 'localhost/teleforge'
const BASE = 'docker.io/library/node:24-bookworm-slim'
const CADDY = 'docker.io/library/caddy:2'
const MOST_MEGABYTES = 450
const MOST_FIRST_ANSWER_SECONDS = 3
/** Lines of `podman diff`: what the engine mounts, and the folder in which Node.js keeps compiled code. */
const OF_ENGINE = /^[AC] \/(?:etc|run|dev|proc|sys|data)?(?:\/|$)/
const COMPILED = /^[AC] \/shop(?:\/node_modules(?:\/\.cache(?:\/compiled(?:\/.*)?)?)?)?$/
/** Of a program that compiles or draws pages. */
const UNWANTED = ['cc', 'gcc', 'g++', 'make', 'tsc', 'esbuild', 'rolldown', 'vite', 'drizzle-kit', 'playwright', 'chromium', 'firefox']
/** Of the packages of development, the one that others need in production. */
const NEEDED_ANYWAY = 'yaml'

const id = `try-${process.pid}`
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
const room = await mkdtemp(join(tmpdir(), 'teleforge-image-'))
let missed = 0

function report(what: string, wanted: string, found: string, isRight: boolean): void {
  if (!isRight) missed++
  console.log(`${isRight ? 'ok    ' : 'MISSED'}  ${what.padEnd(58)}${wanted.padEnd(26)}${found}`)
}

async function requirePrograms(): Promise<void> {
  for (const program of ['podman', 'runc']) {
    await promisify(execFile)('which', [program]).catch(() => {
      throw new Error(`${program} is missing: ${PACKAGES}`)
    })
  }
  for (const [name, image] of Object.entries({ node: BASE, caddy: CADDY })) {
    if ((await podmanCode('image', 'exists', image)).code !== 0) {
      throw new Error(`The image ${image} is missing: podman pull ${image}, or scripts/image/make-stand-ins.sh ${name}`)
    }
  }
}

async function build(): Promise<void> {
  const { stdout: commit } = await promisify(execFile)('git', ['rev-parse', 'HEAD'])
  const start = performance.now()
  const labels = [`VERSION=${packageJson.version}`, `COMMIT=${commit.trim()}`].flatMap((value) => ['--build-arg', value])
  await podman('build', '--isolation', 'chroot', '--format', 'docker', '--file', 'Containerfile', ...labels, '--tag', IMAGE, '.')
  console.log(`Built in ${seconds(performance.now() - start)}, with packages from the network.`)
}

type Inspected = {
  Size: number
  Config: { User: string; Entrypoint: string[] | null; Cmd: string[]; Labels: Record<string, string> }
}

async function lookAtImage(): Promise<void> {
  const [image] = JSON.parse(await podman('image', 'inspect', IMAGE)) as [Inspected]
  const [base] = JSON.parse(await podman('image', 'inspect', BASE)) as [Inspected]
  const megabytes = Math.round(image.Size / 1_000_000)
  report(
    'unpacked',
    `at most ${MOST_MEGABYTES} MB`,
    `${megabytes} MB, ${Math.round(base.Size / 1_000_000)} of them the base`,
    megabytes <= MOST_MEGABYTES,
  )
  report('user', '1000:1000', image.Config.User, image.Config.User === '1000:1000')
  const label = (name: string) => image.Config.Labels[`org.opencontainers.image.${name}`] ?? 'none'
  report('label of the version', packageJson.version, label('version'), label('version') === packageJson.version)
  report('label of the commit', '40 hex digits', label('revision'), /^[0-9a-f]{40}$/.test(label('revision')))

  const list = async (command: string) => new Set((await podman('run', '--rm', IMAGE, 'sh', '-c', command)).split(/\s+/))
  const programs = await list('ls node_modules/.bin $(echo $PATH | tr : " ")')
  const packages = await list('cd node_modules && ls -d * @*/*')
  const unwanted = UNWANTED.filter((name) => programs.has(name))
  report('compilers and browsers in it', 'none', unwanted.join(', ') || 'none', unwanted.length === 0)
  const development = Object.keys(packageJson.devDependencies).filter((name) => packages.has(name) && name !== NEEDED_ANYWAY)
  report('packages of development in it', 'none', development.join(', ') || 'none', development.length === 0)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A production shop, whose secrets are files. The address of Stripe leads nowhere. */
async function production(port: number, without?: string): Promise<string[]> {
  const secrets = {
    AUTH_SECRET: 'x'.repeat(40),
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    SMTP_URL: 'smtp://127.0.0.1:1',
  }
  const folder = join(room, 'secrets')
  await mkdir(folder, { recursive: true })
  for (const [name, value] of Object.entries(secrets)) await writeFile(join(folder, name), value)
  const files = Object.keys(secrets)
    .filter((name) => name !== without)
    .map((name) => [`${name}_FILE`, `/run/secrets/${name}`] as const)
  const others = {
    SHOP_URL: 'https://shop.example.com',
    MAIL_FROM: 'shop@example.com',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
    STRIPE_API_URL: 'http://127.0.0.1:1',
    SHOP_PROCESSES: '1',
  }
  return [
    ...LOCKED,
    ...variables({ ...others, ...Object.fromEntries(files) }),
    `--volume=${folder}:/run/secrets:ro`,
    `--volume=${id}-data:/data`,
    `--publish=127.0.0.1:${port}:3000`,
  ]
}

async function runInProduction(): Promise<void> {
  const name = `${id}-production`
  const refused = await podmanCode('run', '--rm', ...(await production(await freePort(), 'AUTH_SECRET')), IMAGE)
  report(
    'a missing secret keeps it from starting, by its name',
    'exit 1, AUTH_SECRET',
    `exit ${refused.code}`,
    refused.code === 1 && refused.said.includes('AUTH_SECRET is missing'),
  )

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  await podman('run', '--detach', '--name', name, ...(await production(port)), IMAGE)
  console.log(`Production, on an empty volume: first answer after ${seconds(await untilAnswered(url, name))}.`)
  const isReadOnly = await podman('inspect', '--format', '{{.HostConfig.ReadonlyRootfs}}', name)
  report('production has answered on a read-only root', 'true', isReadOnly, isReadOnly === 'true')
  const health = await podmanCode('healthcheck', 'run', name)
  report('its health check', 'exit 0', `exit ${health.code}`, health.code === 0)

  await endInFlight(name, port)
  await lookAtWritten()

  const times: number[] = []
  for (let round = 1; round <= 3; round++) {
    const place = await freePort()
    const container = `${name}-${round}`
    await podman('run', '--detach', '--name', container, ...(await production(place)), IMAGE)
    await untilAnswered(`http://127.0.0.1:${place}`, container)
    times.push(
      Date.now() -
        Date.parse(await podman('inspect', '--format', '{{.State.StartedAt.Format "2006-01-02T15:04:05.000Z07:00"}}', container)),
    )
    await podman('rm', '--force', '--time', '0', container)
  }
  const median = times.toSorted((a, b) => a - b)[1]!
  report(
    'first answer on data that is there, twice after a kill -9',
    `median at most ${MOST_FIRST_ANSWER_SECONDS} s`,
    times.map(seconds).join(', '),
    median <= MOST_FIRST_ANSWER_SECONDS * 1_000,
  )
}

/** Nothing can be written to a read-only root, so that its diff is always empty: this one may be written to. */
async function lookAtWritten(): Promise<void> {
  const name = `${id}-writable`
  const port = await freePort()
  const settings = (await production(port)).filter((word) => !word.startsWith('--read-only'))
  await podman('run', '--detach', '--name', name, ...settings, IMAGE)
  await untilAnswered(`http://127.0.0.1:${port}`, name)
  const written = (await podman('diff', name)).split('\n').filter((line) => line && !OF_ENGINE.test(line) && !COMPILED.test(line))
  report('what a shop that may writes, but data and compiled code', 'nothing', written.join(', ') || 'nothing', written.length === 0)
  await podman('stop', '--time', '60', name)
}

/** A request of which half has arrived when the shop is told to stop. */
async function endInFlight(name: string, port: number): Promise<void> {
  const body = JSON.stringify({ lines: [{ text: 'panel' }] })
  const socket = connect({ host: '127.0.0.1', port })
  const head = ['POST /api/quotes/price HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', `Content-Length: ${body.length}`]
  socket.write(`${head.join('\r\n')}\r\nExpect: 100-continue\r\n\r\n`)
  await once(socket, 'data') // the shop has the head, and says so
  socket.write(body.slice(0, 10))
  const answer = text(socket)
  await podman('kill', '--signal', 'TERM', name)
  const isOpen = () =>
    fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(REQUEST_LIMIT_MS) }).then(
      (one) => one.ok,
      () => false,
    )
  while (await isOpen());
  socket.write(body.slice(10))
  const status = /^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1] ?? 'nothing'
  report('a request in flight at SIGTERM', '200', status, status === '200')
  const code = await podman('wait', name)
  report('the end after SIGTERM', 'exit 0', `exit ${code}`, code === '0')
}

/** As compose.trial.yaml: the shop listens on the loopback of its container, and the door beside it. */
async function runTrial(): Promise<void> {
  const shop = `${id}-trial`
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const volume = `--volume=${id}-trial-data:/data`
  const publicly = await podmanCode('run', '--rm', ...LOCKED, ...variables({ SHOP_MODE: 'trial' }), volume, IMAGE)
  report(
    'a trial that would listen for others is refused',
    'exit 1, loopback only',
    `exit ${publicly.code}`,
    publicly.code === 1 && publicly.said.includes('loopback only'),
  )
  const settings = variables({ SHOP_MODE: 'trial', HOST: '127.0.0.1', SHOP_URL: url })
  const itsOwn = await freePort()
  const ports = [`--publish=127.0.0.1:${port}:8080`, `--publish=127.0.0.1:${itsOwn}:3000`]
  await podman('run', '--detach', '--name', shop, ...LOCKED, ...settings, ...ports, volume, IMAGE)
  const door = ['caddy', 'reverse-proxy', '--from', ':8080', '--to', '127.0.0.1:3000']
  await podman('run', '--detach', '--name', `${id}-door`, '--network', `container:${shop}`, CADDY, ...door)
  console.log(`The trial, through its door, on an empty volume: first answer after ${seconds(await untilAnswered(url, shop))}.`)
  const reached = await fetch(`http://127.0.0.1:${itsOwn}/healthz`, { signal: AbortSignal.timeout(REQUEST_LIMIT_MS) }).then(
    (answer) => `answered with ${answer.status}`,
    () => 'nothing answers',
  )
  report("the trial's own port, published by itself", 'nothing answers', reached, reached === 'nothing answers')
  const isPaid = await buy(url)
  report('a purchase by the calls, paid by card', 'paid', isPaid ? 'paid' : 'not paid', isPaid)
  await podman('stop', '--time', '60', `${id}-door`, shop)
}

async function tidy(): Promise<void> {
  for (const name of ['production', 'writable', 'production-1', 'production-2', 'production-3', 'door', 'trial'])
    await podmanCode('rm', '--force', '--time', '1', `${id}-${name}`)
  for (const volume of ['data', 'trial-data']) await podmanCode('volume', 'rm', '--force', `${id}-${volume}`)
  await rm(room, { recursive: true, force: true })
}

try {
  await chmod(room, 0o755)
  await requirePrograms()
  if (!process.argv.includes('--built')) await build()
  await lookAtImage()
  await runInProduction()
  await runTrial()
} catch (error) {
  missed++
  console.error(error instanceof Error ? error.message : error)
} finally {
  await tidy()
}
if (missed > 0) process.exitCode = 1

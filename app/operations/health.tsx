import { useId, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatAmount } from '#contract/basics/figures.ts'
import { operationsCalls, type HealthReport, type InvariantFinding } from '#contract/shop/operations.ts'
import { LoadFailed, Loading } from '#app/ui/failure.tsx'
import { pageMeta } from '#app/layout/page-meta.ts'
import { StoppedMails } from '#app/outbox/stopped-mails.tsx'
import { dashboardPaths } from '#app/dashboard-paths.ts'
import { readOf } from '#app/api/queries.ts'
import { Button } from '#app/ui/button.tsx'
import { AlertIcon, CheckIcon } from '#app/ui/icons.tsx'
import { ListHead } from '#app/ui/list-head.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Day, Time } from '#app/ui/time.tsx'
import { healthWords as words } from '#app/words/health.ts'

export const meta = pageMeta(words.title)

/** Health of the shop, for admins: invariants, open work, backups. */
export default function Health() {
  const health = useQuery(readOf(operationsCalls.health))
  const { data: report, error, isFetching, refetch } = health

  if (!report) return <Loading query={health} title={words.title} />
  const isWhole = report.invariants.every(({ count }) => count === 0)
  return (
    <section className="grid grid-cols-1 gap-3">
      <ListHead noTable title={words.title}>
        <p className="text-sm text-soft">
          {words.lookedAt} <Time value={report.at} />
        </p>
        <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          {words.lookAgain}
        </Button>
      </ListHead>
      {error && <LoadFailed query={health} />}
      <Notice tone={isWhole ? 'success' : 'danger'}>{isWhole ? words.inOrder : words.broken}</Notice>
      {report.mails.stop && <StoppedMails stop={report.mails.stop} waiting={report.mails.waiting} />}
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
        <Group title={words.mustHold}>
          <ul className="grid grid-cols-1 divide-y divide-line">
            {report.invariants.map((finding) => (
              <Invariant key={finding.name} finding={finding} />
            ))}
          </ul>
        </Group>
        <Work report={report} />
        <div className="grid grid-cols-1 items-start gap-3 xl:col-span-2 xl:grid-cols-2">
          <Keeping report={report} />
          <Running report={report} />
        </div>
      </div>
    </section>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Panel className="panel-dense">
      <section aria-labelledby={titleId}>
        <h3 id={titleId} className="mb-1 font-semibold">
          {title}
        </h3>
        {children}
      </section>
    </Panel>
  )
}

function Invariant({ finding: { name, count, ids } }: { finding: InvariantFinding }) {
  const holds = count === 0
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-2">
      <p className="min-w-0 flex-1 basis-64">{words.invariants[name]}</p>
      <p className={`flex items-center gap-2 font-semibold ${holds ? 'text-success' : 'text-danger'}`}>
        {holds ? <CheckIcon /> : <AlertIcon />}
        <span>{holds ? words.holds : words.brokenBy(count)}</span>
      </p>
      {!holds && (
        <p className="basis-full font-mono text-sm wrap-anywhere text-soft">
          {count > ids.length ? `${ids.join(', ')} ${words.andMore(count - ids.length)}` : ids.join(', ')}
        </p>
      )}
    </li>
  )
}

/** Figures by name; those that need attention are highlighted. */
function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-1 divide-y divide-line">{children}</dl>
}

type FactProps = { name: ReactNode; tone?: 'danger' | 'warning' | undefined; children: ReactNode }

function Fact({ name, tone, children }: FactProps) {
  const emphasis = tone === 'danger' ? 'font-semibold text-danger' : tone === 'warning' ? 'font-semibold text-warning' : ''
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2">
      <dt className="text-soft">{name}</dt>
      <dd className={`figures ${emphasis}`}>{children}</dd>
    </div>
  )
}

const toMails = (name: string) => (
  <Link to={dashboardPaths.mails} className="link">
    {name}
  </Link>
)

function Work({ report: { mails, payments, liveHolds } }: { report: HealthReport }) {
  return (
    <Group title={words.work}>
      <Facts>
        <Fact name={toMails(words.mailsWaiting)}>{mails.waiting}</Fact>
        <Fact name={words.mailsFailed} tone={mails.failed > 0 ? 'danger' : undefined}>
          {mails.failed}
        </Fact>
        <Fact name={words.mailsHeldBack} tone={mails.heldBack > 0 ? 'warning' : undefined}>
          {mails.heldBack}
        </Fact>
        <Fact name={words.mailsUnknown} tone={mails.unknown > 0 ? 'warning' : undefined}>
          {mails.unknown}
        </Fact>
        <Fact name={words.paymentMessages}>{payments.openMessages}</Fact>
        <Fact name={words.refundsOpen}>{payments.openRefunds}</Fact>
        <Fact name={words.refundsDone}>{payments.doneRefunds}</Fact>
        <Fact name={words.disputesOpen}>{payments.openDisputes}</Fact>
        <Fact name={words.liveHolds}>{liveHolds}</Fact>
        {payments.withoutOrder.map(({ kind, payment, since, amount }) => (
          <Fact key={`${kind} ${payment} ${since}`} tone="danger" name={words.withoutOrder[kind]}>
            <span className="flex flex-wrap justify-end gap-x-3" title={words.withoutOrderLead}>
              <code className="wrap-anywhere">{payment}</code>
              <span>{formatAmount(amount)}</span>
              <Day value={since} />
            </span>
          </Fact>
        ))}
      </Facts>
    </Group>
  )
}

const BYTES_PER_MEGABYTE = 1_000_000
const megabytes = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

function Keeping({ report: { backups, database } }: { report: HealthReport }) {
  return (
    <Group title={words.keeping}>
      <Facts>
        <Fact name={words.lastBackup} tone={backups.last === null ? 'warning' : undefined}>
          {backups.last === null ? words.noBackup : <Time value={backups.last} />}
        </Fact>
        <Fact name={words.schedule}>{backups.everyHours === 0 ? words.never : words.everyHours(backups.everyHours)}</Fact>
        <Fact name={words.archive} tone={backups.archive?.failing ? 'warning' : undefined}>
          <Archive archive={backups.archive} />
        </Fact>
        <Fact name={words.databaseVersion}>{database.version}</Fact>
        <Fact name={words.databaseSize}>{words.megabytes(megabytes.format(database.sizeBytes / BYTES_PER_MEGABYTE))}</Fact>
      </Facts>
    </Group>
  )
}

function Archive({ archive }: { archive: HealthReport['backups']['archive'] }) {
  if (archive === null) return <span>{words.noArchive}</span>
  if (archive.failing) return <span>{words.archiveFails}</span>
  return archive.last === null ? <span>{words.archiveBegins}</span> : <Time value={archive.last} />
}

function Running({ report: { shopVersion, startedAt, at } }: { report: HealthReport }) {
  return (
    <Group title={words.shop}>
      <Facts>
        <Fact name={words.shopVersion}>{shopVersion}</Fact>
        <Fact name={words.startedAt}>
          <Time value={startedAt} />
        </Fact>
        <Fact name={words.uptime}>{durationBetween(startedAt, at)}</Fact>
      </Facts>
    </Group>
  )
}

function durationBetween(from: string, to: string): string {
  const minutes = Math.max(Math.floor((Date.parse(to) - Date.parse(from)) / 60_000), 0)
  return words.duration(Math.floor(minutes / 1_440), Math.floor(minutes / 60) % 24, minutes % 60)
}

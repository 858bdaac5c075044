import type { OpenedDatabase } from '../../platform/database/open-database.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import { mailFolder } from '../../mail/folder-transport.ts'
import { sampleAccounts } from './sample-accounts.ts'

/** Says where the shop is open, and how to look at it. */
export function greet(settings: Settings, address: string, database: OpenedDatabase): void {
  const shown = settings.port === 0 ? address : settings.shopUrl
  const facts = [
    ...(settings.mode === 'trial' ? trialFacts(settings) : []),
    ['Release', packageJson.version],
    ['Database', database.description],
    ...(settings.processes > 1 && !settings.development ? [['Processes', `${settings.processes} that answer, one for jobs`]] : []),
    ['API', `${shown}/api/docs`],
  ]
  const state = settings.mode === 'trial' ? '  (trial: nothing is charged or delivered)' : ''
  const lines = facts.map(([name = '', fact = '']) => `  ${name.padEnd(17)}${fact}`)
  process.stdout.write(`${['', `${settings.shopName} is open at ${shown}${state}`, '', ...lines, ''].join('\n')}\n`)
}

function trialFacts(settings: Settings): string[][] {
  const { admin, customer } = sampleAccounts
  return [
    ['Sample admin', `${admin.email}  ${admin.password}`],
    ['Sample customer', `${customer.email}  ${customer.password}`],
    ...(settings.mail.transport === 'folder' ? [['Mails', mailFolder(settings)]] : []),
    ...(settings.payments.provider === 'sandbox' ? [['Test card', '4242 4242 4242 4242, any later month, any CVC']] : []),
  ]
}

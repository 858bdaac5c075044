import { adminsAlone } from '#tests/support/authorisation/cells.ts'
import { expectCells } from '#tests/support/authorisation/expect-cells.ts'
import { openWithThings } from '#tests/support/authorisation/open-with-things.ts'

const { shop, mailId } = await openWithThings()

await expectCells(shop, {
  'GET /api/order-mails': { cells: adminsAlone(200) },
  'PUT /api/order-mails': { cells: adminsAlone(200), ask: () => ({ payload: { orderMails: 'each' } }) },
  'GET /api/shop-settings': { cells: adminsAlone(200) },
  'PUT /api/shop-settings': { cells: adminsAlone(200), ask: () => ({ payload: { version: 0, values: {} } }) },
  'POST /api/shop-settings/preview': { cells: adminsAlone(200), ask: () => ({ payload: { values: {} } }) },
  'GET /api/shop-settings/versions': { cells: adminsAlone(200) },
  'POST /api/shop-settings/restore': { cells: adminsAlone(200), ask: () => ({ payload: { version: 0, restored: 0 } }) },
  'GET /api/openWork': { cells: adminsAlone(200) },
  'GET /api/best': { cells: adminsAlone(200) },
  'GET /api/sales': { cells: adminsAlone(200) },
  'GET /api/health-report': { cells: adminsAlone(200) },
  'GET /api/audit-file': { cells: adminsAlone(200) },
  'GET /api/audit-log': { cells: adminsAlone(200) },
  'GET /api/mails': { cells: adminsAlone(200) },
  'GET /api/allMails': { cells: adminsAlone(200) },
  'GET /api/mails/:id': { cells: adminsAlone(200), thingOf: mailId },
  'GET /api/mails/:id/text': { cells: adminsAlone(200), thingOf: mailId },
  'GET /api/mail-queue': { cells: adminsAlone(200) },
  'PUT /api/mail-queue/try': { cells: adminsAlone(200) },
  'PUT /api/mails/:id/retry': { cells: adminsAlone(200), thingOf: mailId },
})

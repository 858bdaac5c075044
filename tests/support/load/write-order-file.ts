import { connect, type ConnectionSettings } from '#database/connect.ts'
import { findFileOrders } from '#server/orders/lists/find-file-orders.ts'
import { writeOrderFile } from '#server/orders/lists/write-order-file.ts'

/**
 * Writes the CSV file of all orders of a database and prints the number of its bytes. A program, because the memory of a process
 * is limited at its start.
 */
const db = connect(JSON.parse(process.argv[2]!) as ConnectionSettings)
let bytes = 0
for await (const piece of writeOrderFile('csv', findFileOrders(db, { format: 'csv' }), { taxed: false, hasFreight: false }))
  bytes += Buffer.byteLength(piece)
await db.$client.end()
process.stdout.write(String(bytes))

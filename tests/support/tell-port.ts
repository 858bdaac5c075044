import { subscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:net'

// For `node --import`: tells the test that started a program where it listens. Programs for customers need not print it.
subscribe('tracing:net.server.listen:asyncEnd', (message) => {
  process.send?.((message as { server: Server }).server.address())
})

import { subscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:net'

// For `node --import`: sends the port of a program to the test that started it. Programs for customers need not print it.
subscribe('tracing:net.server.listen:asyncEnd', (message) => {
  process.send?.((message as { server: Server }).server.address())
})

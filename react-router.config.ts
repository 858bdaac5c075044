import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The route table is small: it comes with the page, and no link waits for a request to learn its route.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

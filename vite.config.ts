import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import packageJson from './package.json' with { type: 'json' }

/** Libraries that most pages share. They change with an update of theirs alone, so that browsers keep them over releases. */
const libraries = [
  { name: 'react', test: /node_modules[/\\](?:react|react-dom|scheduler|react-router|@react-router)[/\\]/ },
  { name: 'tanstack', test: /node_modules[/\\]@tanstack[/\\]/ },
  { name: 'react-hook-form', test: /node_modules[/\\]react-hook-form[/\\]/ },
]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      // Some of its functions are sent as the inline scripts of each page.
      build: { minify: true },
      // What only pages use becomes part of the build, so that it need not be installed where the shop runs.
      ...(command === 'build' && { resolve: { noExternal: true, external: Object.keys(packageJson.dependencies) } }),
    },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: libraries } } } } },
  },
  // A worker loads the reader of PDFs, half a megabyte, only for a PDF.
  worker: { format: 'es' },
  // In development: every library is found and prepared at the start. A page would reload for one that is found later.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!**/*.test.*'] },
  build: {
    // Pages load from the shop's own address only, so that no file is turned into a data: address.
    assetsInlineLimit: 0,
  },
}))

import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * What every page needs comes in two files instead of twenty: what the libraries give, which changes with an update of
 * theirs, and the frame around each screen. Together they compress better, and the browser asks once.
 */
const sharedFiles = [
  {
    name: 'libraries',
    test: /rolldown[/\\]runtime|node_modules[/\\](?:react|react-dom|scheduler|react-router|@react-router)[/\\]/,
  },
  // Screens that read by queries change by them as well.
  { name: 'tanstack', test: /node_modules[/\\]@tanstack[/\\]/ },
  { name: 'frame', test: (file: string) => partsOfTheFrame.some((part) => file.includes(`/app/${part}`)) },
  { name: 'cards', test: /[/\\]app[/\\](?:parts[/\\]part-card|words[/\\]part-card|ui[/\\](?:empty-state|icons))\.|contract[/\\]money\./ },
  // Every screen with a form or a call needs all of these.
  {
    name: 'calls',
    test: /[/\\]contract[/\\](?:messages|try-again-later|fields|users|call)\.|[/\\]app[/\\](?:api|api-error|may-retry|request|identity[/\\](?:browser-session|session-keeper|stored-json|stored-session|return-path)|quotes[/\\]draft-key|offline[/\\]answer-caches|ui[/\\]notice)\./,
  },
  { name: 'form-library', test: /node_modules[/\\]react-hook-form[/\\]|[/\\]app[/\\]form-fields\./ },
  { name: 'forms', test: /[/\\]app[/\\]ui[/\\](?:eye-icons|field|panel|dialog)\./ },
  // Public screens need these.
  { name: 'page', test: /[/\\]app[/\\](?:ui[/\\](?:page|spinner|try-again)|identity[/\\]hydrated)\./ },
  // Apart from the signed-in screens' files: a field that suggests parts is on every page, and the quote's editor needs nothing else of them.
  {
    name: 'options',
    test: /[/\\]app[/\\](?:ui[/\\]use-combobox|parts[/\\](?:part-option|search-suggestions|use-part-combobox)|quotes[/\\](?:quote-calls|use-suggestions)|ui[/\\]modal|words[/\\](?:suggestions|dialogs))\.|[/\\]contract[/\\](?:images|parts|quotes)\.|[/\\]lists[/\\]written-quantity\./,
  },
  // The list of parts needs both.
  { name: 'pager', test: /[/\\]app[/\\](?:ui[/\\]pager|quotes[/\\]use-add-to-quote)\./ },
  {
    name: 'account',
    test: /[/\\]app[/\\](?:identity[/\\](?:account-form|account-page|field-rules|keep-address-private|reset-mail|send-verification|sign-in)|words[/\\](?:fields|register|sign-in|verify-email))\./,
  },
  // The list of parts at the desk needs these, and so does the sheet beside it.
  {
    name: 'part-desk',
    test: /[/\\]contract[/\\](?:part-desk|low-stock|stock-files)\.|[/\\]app[/\\]words[/\\](?:part-desk|low-stock|stock-files)\./,
  },
  // Every signed-in screen needs most of these, and each file has its name in the list of routes that every page carries.
  { name: 'signed-in', test: (file: string) => partsOfSignedInScreens.some((part) => part.test(file)) },
]

const partsOfSignedInScreens = [
  /[/\\]app[/\\](?:ui[/\\](?:table|long-table|row-height|side-sheet|use-opened|date-range|days|column-menu|hidden-columns|select-box|selection|table-row|table-skeleton|list-head|list-search|short-id|status|use-leave-question|time|email-text|kept-focus|asked-page|list-pager)|words[/\\](?:tables|outbox|audit|health|contact-messages)|operations)\./,
  /[/\\]app[/\\](?:failure|queries|offline[/\\](?:show-kept-answers|kept-(?:answers|calls))|use-action|confirmed-action|layout[/\\]use-title|ui[/\\](?:breadcrumb|facts|skeleton|stepper|steps)|parts[/\\](?:add-to-quote|quantity-field|part-form|offer-rules)|identity[/\\](?:guards|may)|layout[/\\]dashboard-(?:icons|entries)|orders[/\\](?:order-status|ordered-part|contact-fields)|users[/\\]block-account|mails[/\\]stopped-mails|words[/\\](?:set-aside|refunds|payment|all-orders))\./,
  /[/\\]app[/\\](?:idempotent-sender|offer-to-save|fetch-file|use-download|ui[/\\]filter-chips|parts[/\\]quantity|orders[/\\](?:unread-orders|pays-for|order-files|order-filter|order-lists|order-draft|cancel-order|refund-order|ship-order|order-again)|parcels[/\\](?!track)[\w-]+|words[/\\](?:parcels|order-messages|order-files|order-filter|order-again|my-orders|inline-edit|offer)|ui[/\\](?:copy-button|inline-edit))|[/\\]contract[/\\](?:carriers|day-text|order-files|parcels|parcel-messages|reviews|permissions|part-media)\./,
]

const partsOfTheFrame = [
  'entry.client.',
  'root.',
  'paths.',
  'layout/brand-mark.',
  'layout/footer.',
  'layout/frame',
  'layout/header.',
  'layout/lost-',
  'layout/nonce.',
  'layout/not-found-text.',
  'layout/palette-host.',
  'layout/page-meta.',
  'layout/signed-in-mark.',
  'layout/quote-link.',
  'layout/header-search.',
  'layout/structured-data.',
  'layout/trouble.',
  'identity/browser-storage.',
  'identity/keeper-arrival.',
  'identity/session-state.',
  'identity/session.',
  'ui/button.',
  'ui/icon.',
  'ui/toast.',
  'ui/toast-host.',
  'parts/list-address.',
  'words/controls.',
  'words/layout.',
]

/**
 * The router names each of its components for the developer's tools, and a component that is touched like that stays in
 * the bundle though no screen uses it: its form costs each page 1.4 kB.
 */
const dropUnusedRouterParts: Plugin = {
  name: 'drop-unused-router-parts',
  apply: 'build',
  transform(code, id) {
    if (!/react-router[/\\]dist[/\\]production[/\\]/.test(id)) return undefined
    return code.replace(/^\w+\.displayName = ".*";$/gm, '').replace(/^(const \w+ = )(React\$?\d*\.forwardRef\()/gm, '$1/* @__PURE__ */ $2')
  },
}

const leaveSchemasToTheServer: Plugin = {
  name: 'leave-schemas-to-the-server',
  enforce: 'pre',
  resolveId(source) {
    if (source !== 'typebox' || this.environment.name !== 'client') return undefined
    return fileURLToPath(new URL('app/without-schemas.ts', import.meta.url))
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), dropUnusedRouterParts, leaveSchemasToTheServer],
  environments: {
    // Some of its functions are sent as the inline scripts of each page.
    ssr: { build: { minify: true } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // As short as the bundler allows for so many files: their names are part of every page.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: { groups: sharedFiles },
          },
        },
      },
    },
  },
  // A worker loads the reader of PDFs, half a megabyte, only for a PDF.
  worker: { format: 'es' },
  // In development: every library is found and prepared at the start. A page would reload for one that is found later.
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}', '!**/*.test.*'] },
  build: {
    // Pages load from the shop's own address only, so that no file is turned into a data: address.
    assetsInlineLimit: 0,
  },
})

import { paths } from '#app/paths.ts'

/** The shop as an installed web app. It keeps the browser's navigation. */
export function webManifest(shopName: string) {
  return {
    id: paths.home,
    name: shopName,
    short_name: shopName,
    description: 'TV parts made to order and shipped in bulk',
    lang: 'en',
    start_url: paths.home,
    scope: paths.home,
    display: 'minimal-ui',
    theme_color: '#141c30',
    background_color: '#141c30',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}

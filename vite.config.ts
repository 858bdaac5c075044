import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // The content security policy allows pictures and styles from the shop itself only, so nothing becomes a data: address.
    assetsInlineLimit: 0,
  },
})

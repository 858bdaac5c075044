import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // Pages load from the shop's own address only, so that no file is turned into a data: address.
    assetsInlineLimit: 0,
  },
})

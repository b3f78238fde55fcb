import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVICES = 'http://127.0.0.1:4801'
// The services take commands only from a page of their own.
const toServices = { target: SERVICES, headers: { origin: SERVICES, host: '127.0.0.1:4801' } }

export default defineConfig({
  root: 'console',
  plugins: [react()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    // The page's Content-Security-Policy allows no data: URLs.
    assetsInlineLimit: 0,
  },
  server: { host: '127.0.0.1', proxy: { '/console/': toServices } },
})

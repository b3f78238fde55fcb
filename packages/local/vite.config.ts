import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const SERVICES = 'http://127.0.0.1:4901'
// The services accept commands only from their own page.
const toServices = { target: SERVICES, headers: { origin: SERVICES, host: '127.0.0.1:4901' } }

export default defineConfig({
  root: 'console',
  plugins: [react()],
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    license: { fileName: 'third-party-licenses.md' },
    target: 'es2022',
    // The first versions with light-dark(): colours follow the selected scheme, which may not be the system's.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Loaded once from this machine. The charts and the editor are loaded on first use.
    chunkSizeWarningLimit: 800,
    // The page's Content-Security-Policy allows no data: URLs.
    assetsInlineLimit: 0,
  },
  server: { host: '127.0.0.1', proxy: { '/console/': toServices } },
})

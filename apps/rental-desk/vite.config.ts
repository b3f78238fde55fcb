import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { settingsScript } from './settingsScript.ts'
import { storyRoutes } from './storyRoutes.ts'

const services = process.env['RENTAL_DESK_SERVICES'] ?? 'http://127.0.0.1:4901'
const address = { host: '127.0.0.1', port: 4900, strictPort: false }

export default defineConfig(({ command }) => ({
  plugins: [react(), settingsScript(services), storyRoutes(services)],
  // In development the library's sources are used as they are written; a build takes what is published.
  // The demo is for developers: its messages keep their words, which the condition `production` of the package leaves out.
  resolve: {
    conditions: command === 'serve' ? ['@telltale/source', ...defaultClientConditions] : ['module', 'browser'],
  },
  build: {
    rolldownOptions: {
      output: {
        // What changes seldom stays in the browser's cache when the application changes.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'mantine', test: /node_modules\/(@mantine|@floating-ui|@primer)\// },
          ],
        },
      },
    },
  },
  server: address,
  preview: address,
}))

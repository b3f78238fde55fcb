import { defineConfig } from '@playwright/test'
import engines from './engines.config.ts'

/** What `npm run test:endings` plays: the counted endings, in each engine. */
export default defineConfig({ ...engines, grep: /@endings/ })

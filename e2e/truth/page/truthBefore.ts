import * as before from '../../../packages/telltale/versions/565656cf.mjs'
import { type Library, startTruthPage } from './startTruthPage.ts'

/** It has no types: it is what a page of that version has loaded. */
const { createBrowserTelltale, ...parts }: object & { createBrowserTelltale?: unknown } = before
startTruthPage('before', { ...parts, createTelltale: createBrowserTelltale } as unknown as Library)

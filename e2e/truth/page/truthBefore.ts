import * as before from '../../../packages/telltale/versions/1259b58a.mjs'
import { type Library, startTruthPage } from './startTruthPage.ts'

/** It has no types: it is what a page of that version has loaded. */
const { createBrowserTelltale, ...parts }: object & { createBrowserTelltale?: unknown } = before
/** That version takes a function and a boolean in place of what `accounts` and `visitor` return. */
const older = { accounts: (accountsOf: unknown) => accountsOf, visitor: () => true }
startTruthPage('before', { ...parts, ...older, createTelltale: createBrowserTelltale } as unknown as Library)

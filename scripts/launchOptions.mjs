import { findChromium, findHeadless } from './findChromium.mjs'

const isRoot = process.getuid?.() === 0

/** How Playwright starts a Chromium that was found. @param {import('./findChromium.mjs').Browser} [browser] */
export const launchOptions = (browser = findChromium()) => ({
  ...(browser.type === 'found' ? { executablePath: browser.path } : {}),
  args: [
    // Without a graphics card, Chromium would emulate one, which takes longer than drawing without it.
    '--disable-gpu',
    // Chromium refuses to run as root, as in a container, unless its sandbox is off.
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
})

/** For tests of pages only. Tests of the browser as a whole, such as closing it, do not use it. */
export const headless = { launchOptions: launchOptions(findHeadless()) }

/** The engines that the delivery tests are played in. */
export const engineNames = /** @type {const} */ (['chromium', 'firefox', 'webkit'])

/** @typedef {(typeof engineNames)[number]} EngineName */

import { attempt } from '../core/lib/attempt.ts'

/** [spec] https://w3c.github.io/webdriver/#dfn-navigator-webdriver. Extensions replace it, also by getters that throw. */
export const isAutomated = () => attempt(() => navigator.webdriver) === true

/** The framework. It determines where an application has its entry and its environment variables. */
export type Framework = 'next' | 'react-router' | 'vite' | 'none'

/** The local services: `npx telltale dev`. */
export const services: string = import.meta.env.VITE_TELLTALE_SERVICES ?? 'http://127.0.0.1:4801'

import { stage, takeTheStage } from './stage.ts'

// The least that a page can do without a library to keep an event: store it, and send it in a request that outlives the page. A later
// page sends what is still stored.

const send = async (name: string) => {
  const answer = await fetch(`${stage.collector}/collect`, { method: 'POST', keepalive: true, body: name })
  if (answer.ok) localStorage.removeItem(name)
}
const attempt = (name: string) => void send(name).catch(() => undefined)

for (const name of Object.keys(localStorage)) attempt(name)

takeTheStage((name) => {
  try {
    localStorage.setItem(name, '')
  } catch {
    // Firefox refuses it now and then as a tab closes.
  }
  attempt(name)
})

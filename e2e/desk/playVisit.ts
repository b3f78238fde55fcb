import { expect } from '@playwright/test'
import type { DeskPage } from './deskPage.ts'

type Step = (desk: DeskPage, pick: (count: number) => number) => Promise<void>

const MACHINES = ['EX-104', 'EX-122', 'EX-209']
const USERS = ['Dana Whitfield', 'Luis Ortega', 'Aiko Tanaka', 'Marcus Webb', 'Grace Adeyemi']

const open =
  (name: Parameters<DeskPage['open']>[0]): Step =>
  (desk) =>
    desk.open(name)

async function selectMachine(desk: DeskPage, pick: (count: number) => number) {
  await desk.open('Fleet')
  await desk.quote(MACHINES[pick(MACHINES.length)] ?? '')
  await desk.page.keyboard.press('Escape')
}

async function sendQuote(desk: DeskPage, pick: (count: number) => number) {
  await desk.open('Fleet')
  await desk.quote(MACHINES[pick(MACHINES.length)] ?? '')
  await desk.setCustomer('Delmar Foundations')
  await desk.sendButton.click()
  await expect(desk.page.getByRole('status').getByText('sent to Delmar Foundations')).toBeVisible()
}

async function sendTestEvents(desk: DeskPage, pick: (count: number) => number) {
  await desk.open('Settings')
  for (let count = pick(3); count >= 0; count -= 1)
    await desk.page.getByRole('button', { name: 'Send a test event' }).click()
}

async function changePreference(desk: DeskPage) {
  await desk.open('Settings')
  await desk.page.getByRole('switch', { name: 'Accepted quotes' }).click({ force: true })
}

/** Does not wait: what follows may happen before the answer of who-am-i. */
async function signIn(desk: DeskPage, pick: (count: number) => number) {
  await desk.signInAs(new RegExp(`^${USERS[pick(USERS.length)]}`))
}

async function signOutAndIn(desk: DeskPage, pick: (count: number) => number) {
  await desk.user.click()
  await desk.page.getByRole('menuitem', { name: 'Sign out' }).click()
  await desk.page.getByRole('button', { name: new RegExp(`^Sign in as ${USERS[pick(USERS.length)]}`) }).click()
}

async function viewAsCustomer(desk: DeskPage) {
  await desk.signInAs(/^Grace Adeyemi/)
  await expect(desk.user).toContainText('Grace Adeyemi')
  await desk.viewAs('Priya Raman')
  await desk.open('Rentals')
  await desk.impersonation.getByRole('button', { name: 'Back to my desk' }).click()
}

const STEPS: readonly Step[] = [
  open('Fleet'),
  open('Rentals'),
  open('Quotes'),
  selectMachine,
  sendQuote,
  sendTestEvents,
  changePreference,
  signIn,
  signOutAndIn,
  viewAsCustomer,
]

/** Uses Rental Desk as a user would: the same seed is the same visit. It begins and ends with an event. */
export async function playVisit(desk: DeskPage, seed: number): Promise<void> {
  const pick = pickerOf(seed)
  await sendTestEvents(desk, pick)
  for (let count = 3 + pick(4); count > 0; count -= 1) await STEPS[pick(STEPS.length)]?.(desk, pick)
  await sendTestEvents(desk, pick)
}

/** Numbers below a count, by mulberry32. */
function pickerOf(seed: number): (count: number) => number {
  let state = Math.imul(seed, 0x9e3779b1)
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count)
  }
}

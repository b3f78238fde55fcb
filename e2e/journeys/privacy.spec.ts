import type { Page } from '@playwright/test'
import { expect, test } from '../desk/test.ts'

interface Kept {
  /** The names of entries, databases and locks. */
  names: string[]
  /** The contents of all of them. */
  values: string
}

test('a token is sent only to who-am-i and never stored, and no storage name contains the user', async ({
  desk,
  services,
}) => {
  const { page } = desk
  const requests: { url: string; text: string }[] = []
  page.on('request', (request) => {
    const text = JSON.stringify([request.url(), request.headers(), request.postData()])
    requests.push({ url: request.url(), text })
  })
  const asked = page.waitForRequest(/\/who-am-i$/)
  await desk.visit()
  const token = ((await asked).headers()['authorization'] ?? '').replace('Bearer ', '')
  expect(token).toHaveLength(36)

  // As after a sign-in, with secrets in the address. (Datadog's own SDK reads the address by itself.)
  await desk.visit(`/?login=grace.adeyemi@ironline.example#access_token=${token}&tab=1`)
  await desk.quote('EX-209')
  const event = await services.arrived('Machine selected')
  expect(event.url).toMatch(/\/\?login=#access_token=&tab=1$/)

  const who = /grace|adeyemi|ironline-rentals:31/i
  const paths = ['/collect', '/sdk/evalx/', '/eval/', '/events/bulk/', '/console/life']
  const missing = () => paths.filter((path) => !requests.some(({ url }) => url.includes(path)))
  await expect.poll(missing, { message: 'everything has been asked for' }).toEqual([])
  const ours = requests.filter(({ url }) => !/\/who-am-i$|\/vendors\/datadog|#/.test(url))
  expect(ours.filter(({ text }) => text.includes(token)).map(({ url }) => url)).toEqual([])
  expect(ours.filter(({ url }) => who.test(url) && !url.includes('?login=')).map(({ url }) => url)).toEqual([])

  const { names, values } = await keptByTheLayer(page)
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter((name) => who.test(name) || name.includes(token))).toEqual([])
  expect(values).toContain('grace.adeyemi@ironline.example') // the identity itself, for the next visit
  expect(values).not.toContain(token)
})

const keptByTheLayer = (page: Page): Promise<Kept> =>
  page.evaluate(async () => {
    const entries = Object.entries(localStorage).filter(([key]) => key.startsWith('telltale:'))
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name)
    const rows: unknown[] = []
    for (const name of databases) {
      const database = await result(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        rows.push(await result(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    const { held = [], pending = [] } = await navigator.locks.query()
    const locks = [...held, ...pending].map(({ name = '' }) => name)
    return {
      names: [...entries.map(([key]) => key), ...databases, ...locks],
      values: JSON.stringify([entries, rows]),
    }
  })

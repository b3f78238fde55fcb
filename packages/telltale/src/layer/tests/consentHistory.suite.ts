import { judge, judgeMissing, judgeTwice, look, secretOf, type Mark, type Seen } from './consentJudge.suite.ts'
import { PERSONS, stepsFrom, wordsOf, type Scope, type Step } from './consentSteps.suite.ts'
import { createConsentTruth, HELD, MAY, NEVER, type Choices, type TruePage } from './consentTruth.suite.ts'
import {
  createConsentWorld,
  DESTINATIONS,
  destinations,
  purposes,
  type ConsentPage,
  type WorldOptions,
} from './consentWorld.suite.ts'

export const SCOPE: Scope = {
  simultaneousPurposes: false,
  databaseRefuses: false,
  decidesOnFullDisk: false,
  crashesAtDecision: false,
  goesOnWhenForgotten: false,
  impersonatesAfterVisitor: false,
  decidesAgainAsVisitor: false,
  deniesBeforeChunk: false,
  changesTextOfInitial: false,
  hidesAfterGrant: false,
  forgetsAfterClockBack: false,
  changesUserWhileHeld: false,
  forgetsAfterDeploy: false,
  changesMindAtOnce: false,
  signsInAtOnce: false,
  tellsVisitorsApart: false,
}

const DECIDING: readonly Step['do'][] = ['set', 'withdraw', 'decide twice', 'forget']

export interface History extends WorldOptions, Partial<Scope> {
  readonly steps: readonly Step[]
  /** Falsifies what is seen, so that the judge has to object. */
  readonly falsify?: (seen: Seen) => Seen
}

/** Plays a history and returns what is not as the documentation says, as soon as there is something. */
export async function play({ steps, falsify = (seen) => seen, ...options }: History): Promise<string[]> {
  const scope = { ...SCOPE, ...options }
  const world = createConsentWorld(options)
  const hasArrived = (name: string, destination: string) =>
    world.arrivals.some((one) => one.destination === destination && (one.event.name === name || one.event.id === name))
  const truth = createConsentTruth({
    initial: options.initial ?? {},
    isLenient: !scope.tellsVisitorsApart,
    isVisitorHeard: scope.decidesAgainAsVisitor,
    hasArrived,
  })
  let events = 0
  let since: Mark = { arrivals: 0, calls: 0, requests: 0 }
  /** Whether something has happened after which the same event may be handed over again. */
  let isRough = false
  let isSetBack = false
  let hasForgotten = false
  const hidden = new Set<ConsentPage>()

  const trueOf = ({ number }: ConsentPage) => truth.pages.get(number) as TruePage
  const pick = (index: number) => world.pages[index % Math.max(world.pages.length, 1)]
  const stampOf = ({ platform }: ConsentPage) => ({
    at: platform.clock.now(),
    url: platform.url.replace(/^.*test/, ''),
  })

  function decide(page: ConsentPage, choices: Choices, call: () => void) {
    const stamp = stampOf(page)
    const isDecision = truth.decide(trueOf(page), choices)
    call()
    if (isDecision) recordDecision(page, stamp)
  }

  function recordDecision(page: ConsentPage, stamp = stampOf(page)) {
    const { decision } = page.consent.get()
    truth.addId(trueOf(page), decision?.id ?? 'no id', stamp)
  }

  async function open(who: string | null | undefined, isLate = false) {
    const hasVisitor = [...truth.pages.values()].some((page) => page.who === null)
    const isPerson = typeof who === 'string' && !who.includes(' as ')
    const isOther = isPerson && hasVisitor
    await world.advance(50)
    const page = await world.open(isOther ? null : who, isLate)
    truth.open(page.number, isOther ? null : who)
    return page
  }

  async function take(step: Step) {
    if (step.do === 'open') return world.pages.length < 3 ? void (await open(step.who, step.isLate)) : undefined
    if (step.do === 'wait') return world.advance(step.ms)
    if (step.do === 'server') {
      if (step.state === 'slow') isRough = true
      if (step.state !== 'up') truth.failing.add(step.name)
      world.servers[step.name] = step.state
      return world.answer()
    }
    if (step.do === 'storage' || step.do === 'database') {
      if (step.state === 'refuses') isRough = true
      return void (world[step.do] = step.state)
    }
    if (step.do === 'set clock') {
      if (step.ms < 0 && hasForgotten && !scope.forgetsAfterClockBack) return
      if (step.ms < 0) isSetBack = true
      world.skew += step.ms
      return void (truth.line += 1)
    }
    if (step.do === 'deploy') {
      if (options.initial && !scope.changesTextOfInitial) return
      for (const page of [...world.pages]) {
        await letDrop(page)
        endPage(page, 'leave')
      }
      world.text += 1
      return void (truth.text += 1)
    }
    if (world.pages.length === 0) await open(null)
    const page = pick(step.page)
    if (page) await takeIn(page, step)
  }

  function endPage(page: ConsentPage, how: 'leave' | 'crash') {
    const isFragile = world.storage === 'refuses'
    isRough = true
    page.end(how)
    truth.end(trueOf(page), isFragile)
  }

  async function takeIn(page: ConsentPage, step: Extract<Step, { page: number }>) {
    if (!scope.decidesOnFullDisk && (step.do === 'be' || DECIDING.includes(step.do))) mend()
    if (isOutOfScope(page, step)) return
    if (hidden.delete(page)) page.platform.comeBack()
    const isDenied = purposes.some((one) => truth.stateOf(trueOf(page), one) === 'denied')
    const isOther = step.do === 'be' && !scope.changesUserWhileHeld
    if (isOther || ((DECIDING.includes(step.do) || isDenied) && !scope.deniesBeforeChunk)) {
      for (const one of world.pages) one.loadChunk()
      await world.settle()
    }
    if (step.do === 'track') return track(page, step)
    if (step.do === 'set') return decide(page, step.choices, () => page.consent.set(step.choices))
    if (step.do === 'withdraw') {
      const all = Object.fromEntries(purposes.map((one) => [one, false]))
      return decide(page, all, () => page.consent.withdraw())
    }
    if (step.do === 'end') {
      await letDrop(page)
      return endPage(page, step.how)
    }
    if (step.do === 'hide') return hide(page)
    if (step.do === 'load chunk') return page.loadChunk()
    if (step.do === 'sleep') {
      await letDrop(page)
      page.platform.putInCache()
      return page.platform.comeBack()
    }
    if (step.do === 'forget') {
      if ((isSetBack && !scope.forgetsAfterClockBack) || (world.text > 1 && !scope.forgetsAfterDeploy)) return
      hasForgotten = true
      truth.forget(trueOf(page))
      return void page.layer.forget?.()
    }
    if (step.do === 'be') return become(page, step.who)
    await decideTwice(page, step.choices)
  }

  function isOutOfScope(page: ConsentPage, step: Step) {
    const { holder = '', who } = trueOf(page)
    const kind = holder.replace(/ .*/, '')
    const isForgotten = [...truth.pages.values()].some((one) =>
      [...one.forgotten].some((other) => other.startsWith(kind)),
    )
    if (holder === '' && hasForgotten && !scope.goesOnWhenForgotten) return DECIDING.includes(step.do)
    if (trueOf(page).waiting.length > 0 && DECIDING.includes(step.do)) return true
    if (isForgotten && kind !== '' && (step.do === 'be' || DECIDING.includes(step.do)))
      return !scope.goesOnWhenForgotten
    if (step.do !== 'be' || typeof step.who !== 'string') return false
    return who === null && step.who.includes(' as ') && truth.decisions.has(holder) && !scope.impersonatesAfterVisitor
  }

  async function hide(page: ConsentPage) {
    await letDrop(page)
    hidden.add(page)
    page.platform.mayExit()
  }

  /** What is dropped is gone a moment later. */
  async function letDrop(page: ConsentPage) {
    const own = truth.tracked.filter((one) => one.page === page.number)
    const isDropped = own.some((one) => destinations.some((at) => one.fates[at] === NEVER))
    const isOfOther = own.some(
      (one) => one.owner !== trueOf(page).holder && destinations.some((at) => one.fates[at] === HELD),
    )
    if ((isDropped && !scope.hidesAfterGrant) || (isOfOther && !scope.changesUserWhileHeld)) await world.advance(5_000)
  }

  function mend() {
    world.storage = 'well'
    world.database = 'well'
  }

  function track(page: ConsentPage, { count, isSecret }: Extract<Step, { do: 'track' }>) {
    for (let index = 0; index < count; index += 1) {
      events += 1
      const name = `Event ${events};`
      page.platform.url = `https://app.test/place/${events}`
      truth.track(trueOf(page), { name, ...stampOf(page) })
      page.layer.track(name, isSecret ? { note: `write to ${secretOf(events)}`, [`of ${secretOf(events)}`]: 1 } : {})
    }
  }

  async function become(page: ConsentPage, who: string | null) {
    const visitors = world.pages.filter((other) => trueOf(other).who === null)
    const isSession = who === null || !who.includes(' as ')
    const others = isSession
      ? who === null
        ? world.pages
        : [page, ...visitors.filter((other) => other !== page)]
      : [page]
    const pages = others.filter((other) => trueOf(other).who !== who)
    if (pages.length === 0) return
    for (const one of pages) {
      one.be(who)
      if (!scope.signsInAtOnce) await world.settle()
    }
    await world.settle()
    const waited = truth.be(pages.map(trueOf), who)
    for (const [one, choices] of waited) {
      const open = world.pages.find(({ number }) => number === one.number)
      if (open && truth.decide(one, choices)) recordDecision(open)
    }
  }

  async function decideTwice(page: ConsentPage, [first, second]: readonly [Choices, Choices]) {
    const other = world.pages.find((one) => one !== page && trueOf(one).holder === trueOf(page).holder) ?? page
    if (trueOf(page).holder === undefined || (other === page && !scope.changesMindAtOnce)) return
    if (hidden.delete(other)) other.platform.comeBack()
    const before = truth.decisions.get(trueOf(page).holder ?? '') ?? null
    world.disk.isLate = true
    page.consent.set(first)
    const one = { stamp: stampOf(page), id: page.consent.get().decision?.id }
    await world.advance(10)
    other.consent.set(second)
    const two = { stamp: stampOf(other), id: other.consent.get().decision?.id }
    world.disk.isLate = false
    await world.settle()
    const held = truth.tracked.filter((one) => one.page === other.number && other !== page)
    const wereHeld = held.flatMap((event) =>
      destinations.flatMap((at) => (event.fates[at] === HELD ? [{ event, at }] : [])),
    )
    if (truth.decide(trueOf(page), first)) truth.addId(trueOf(page), one.id ?? 'no id', one.stamp)
    const isDecision =
      other === page ? truth.decide(trueOf(other), second) : truth.decide(trueOf(other), second, before)
    if (isDecision) truth.addId(trueOf(other), two.id ?? 'no id', two.stamp)
    // The other page has heard of the denial only after it had released them.
    for (const { event, at } of wereHeld)
      if (second[DESTINATIONS[at]] === true && event.fates[at] === NEVER) event.fates[at] = MAY
  }

  async function judgeNow() {
    await world.settle()
    const seen = falsify(await look(world))
    const complaints = judge(truth, seen, since)
    truth.allowed.clear()
    truth.mark()
    since = { arrivals: seen.arrivals.length, calls: seen.calls.length, requests: seen.requests.length }
    return complaints
  }

  for (const [index, step] of steps.entries()) {
    await take(step)
    if (step.atOnce && index < steps.length - 1) continue
    const complaints = await judgeNow()
    if (complaints.length > 0) return complaints.map((one) => `after step ${index + 1}: ${one}`)
  }

  mend()
  world.servers = { collector: 'up', partner: 'up' }
  world.answer()
  for (const page of world.pages) page.loadChunk()
  for (const person of PERSONS) {
    const holders = [...truth.pages.values()].map(({ holder }) => holder ?? '')
    await world.advance(200_000)
    const complaints = [...(await judgeNow()), ...judgeMissing(truth, falsify(await look(world)), holders)]
    if (complaints.length > 0) return complaints.map((one) => `at the end, before ${person}: ${one}`)
    if (world.pages.length === 0) await open(person)
    const [page] = world.pages
    if (page) await become(page, person)
    for (const other of world.pages) if (trueOf(other).who !== person) await become(other, person)
  }
  await world.advance(200_000)
  const seen = falsify(await look(world))
  return [
    ...(await judgeNow()),
    ...judgeMissing(truth, seen, [PERSONS.at(-1) ?? '']),
    ...judgeTwice(seen, isRough ? [] : destinations),
  ].map((one) => `at the end: ${one}`)
}

/** Plays the steps of a seed. The message has all that is needed to play them again, and the shortest history that is wrong in the same way. */
export async function playSeed(seed: number, events: number, options: Omit<History, 'steps'> = {}): Promise<void> {
  const steps = stepsFrom(seed, events, { ...SCOPE, ...options })
  const complaints = await play({ ...options, steps })
  if (complaints.length === 0) return
  const least = await shorten(
    steps,
    async (fewer) => kindOf(await play({ ...options, steps: fewer })) === kindOf(complaints),
  )
  const why = await play({ ...options, steps: least })
  throw new Error(
    `TELLTALE_SEED=${seed} TELLTALE_EVENTS=${events}\n${complaints.join('\n')}\nThe least that is wrong:\n${least.map(wordsOf).join(',\n')}\n${why.join('\n')}`,
  )
}

/** What is wrong, without the names and numbers of a history. */
const kindOf = ([first = '']: readonly string[]) =>
  first.replace(/^[^:]*: /, '').replace(/\S*[-\d]\S*|of (null|undefined)/g, '')

/** Leaves out steps as long as the rest is still wrong. */
async function shorten(
  steps: readonly Step[],
  isWrong: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let rest = steps
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < rest.length;) {
      const fewer = [...rest.slice(0, from), ...rest.slice(from + size)]
      if (await isWrong(fewer)) rest = fewer
      else from += size
    }
  }
  return rest
}

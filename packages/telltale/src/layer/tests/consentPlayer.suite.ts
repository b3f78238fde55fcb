import { DUE, HELD, isImpersonated, MAY, NEVER, type Choices, type TruePage } from './consentFates.suite.ts'
import { secretOf } from './consentJudge.suite.ts'
import { isDeciding, isOutOfScope } from './consentLimits.suite.ts'
import type { Scope } from './consentScope.suite.ts'
import type { Step } from './consentSteps.suite.ts'
import { decideTwice, idIn, stampOf } from './consentTwice.suite.ts'
import type { ConsentTruth } from './consentTruth.suite.ts'
import type { Who } from './consentPage.suite.ts'
import { destinations, purposes, type ConsentPage, type ConsentWorld } from './consentWorld.suite.ts'

interface Needs {
  readonly world: ConsentWorld
  readonly truth: ConsentTruth
  readonly scope: Scope
  readonly hasInitial: boolean
}

type PageStep = Extract<Step, { page: number }>

/** Takes steps in the world, and says the same to the truth. */
export function createPlayer({ world, truth, scope, hasInitial }: Needs) {
  const hidden = new Set<ConsentPage>()
  const happened = { clockBack: false, forgotten: false }
  let events = 0
  let before: Step | undefined
  const player = {
    /** Whether something has happened after which the same event may be handed over again. */
    isRough: false,
    take,
    open,
    become,
    endPage,
    mend,
    trueOf,
  }

  function trueOf({ number }: ConsentPage): TruePage {
    const page = truth.pages.get(number)
    if (!page) throw new Error(`The truth does not know page ${number}.`)
    return page
  }

  /** Where a visitor is, nobody opens a page as somebody else: the session is that of the browser. */
  async function open(given: Who, isLate = false): Promise<ConsentPage> {
    const hasVisitor = [...truth.pages.values()].some((page) => page.who === null)
    const who = typeof given === 'string' && !isImpersonated(given) && hasVisitor ? null : given
    if (!scope.decidesOnFullDisk) mend()
    await world.advance(50)
    const page = await world.open(who, isLate)
    truth.open(page.number, who)
    return page
  }

  async function take(step: Step): Promise<void> {
    if (step.do === 'open') await (world.pages.length < 3 && open(step.who, step.isLate))
    else if (step.do === 'wait') await world.advance(step.ms)
    else if (step.do === 'server') serve(step)
    else if (step.do === 'storage' || step.do === 'database') {
      if (step.state === 'refuses') player.isRough = true
      world[step.do] = step.state
    } else if (step.do === 'set clock') setClock(step.ms)
    else if (step.do === 'deploy') await deploy()
    else {
      if (world.pages.length === 0) await open(null)
      const page = world.pages[step.page % world.pages.length]
      if (page) await takeIn(page, step)
    }
    before = step
  }

  function serve({ name, state }: Extract<Step, { do: 'server' }>): void {
    if (state === 'slow') player.isRough = true
    if (state !== 'up') truth.failing.add(name)
    world.servers[name] = state
    world.answer()
  }

  function setClock(ms: number): void {
    if (ms < 0 && happened.forgotten && !scope.forgetsAfterClockBack) return
    if (ms < 0) happened.clockBack = true
    world.skew += ms
    truth.line += 1
  }

  async function deploy(): Promise<void> {
    if (hasInitial && !scope.changesTextOfInitial) return
    for (const page of [...world.pages]) {
      await letDrop(page)
      endPage(page, 'leave')
    }
    world.text += 1
    truth.decisions.text += 1
  }

  function endPage(page: ConsentPage, how: 'leave' | 'crash'): void {
    player.isRough = true
    page.end(how)
    truth.end(trueOf(page), world.storage === 'refuses')
  }

  async function takeIn(page: ConsentPage, step: PageStep): Promise<void> {
    if ((step.do === 'be' || isDeciding(step)) && !scope.decidesOnFullDisk) mend()
    if (isOutOfScope(step, trueOf(page), { truth, scope })) return
    if (hidden.delete(page)) page.platform.comeBack()
    await loadChunks(page, step)
    if (step.do === 'track') track(page, step)
    else if (step.do === 'set') decide(page, step.choices, () => page.consent.set(step.choices))
    else if (step.do === 'withdraw') {
      const all = Object.fromEntries(purposes.map((one) => [one, false]))
      decide(page, all, () => page.consent.withdraw())
    } else if (step.do === 'load chunk') page.loadChunk()
    else if (step.do === 'forget') forget(page)
    else if (step.do === 'be') await become(page, step.who)
    else if (step.do === 'decide twice') {
      if (happened.clockBack && !scope.decidesTwiceAfterClockBack) return
      const isSame = (one: ConsentPage) => one !== page && trueOf(one).holder === trueOf(page).holder
      const other = world.pages.find(isSame) ?? page
      if (trueOf(page).holder === undefined || (other === page && !scope.changesMindAtOnce)) return
      if (hidden.delete(other)) other.platform.comeBack()
      await decideTwice(world, truth, { tabs: [page, other], choices: step.choices })
    } else await leave(page, step)
  }

  async function leave(page: ConsentPage, step: Extract<PageStep, { do: 'hide' | 'sleep' | 'end' }>): Promise<void> {
    await letDrop(page)
    if (step.do === 'end') {
      if (step.how === 'crash' && before && isDeciding(before) && !scope.crashesAtDecision) await world.advance(1_000)
      endPage(page, step.how)
    } else if (step.do === 'hide') {
      hidden.add(page)
      page.platform.mayExit()
    } else {
      page.platform.putInCache()
      page.platform.comeBack()
    }
  }

  async function loadChunks(page: ConsentPage, step: PageStep): Promise<void> {
    const states = purposes.map((one) => truth.stateOf(trueOf(page), one))
    const isOther = step.do === 'be' && !scope.changesUserWhileHeld
    const isInPart = states.includes('granted') && states.includes('pending') && !scope.tracksInPartBeforeChunk
    const isDenied = (isDeciding(step) || states.includes('denied')) && !scope.deniesBeforeChunk
    if (!isOther && !isInPart && !isDenied) return
    for (const one of world.pages) one.loadChunk()
    await world.settle()
  }

  /** What is dropped is gone a moment later. */
  async function letDrop(page: ConsentPage): Promise<void> {
    const own = truth.tracked.filter((one) => one.page === page.number)
    const isDropped = own.some((one) => [...one.fates.values()].includes(NEVER))
    const { holder } = trueOf(page)
    const isOfOther = own.some((one) => one.owner !== holder && [...one.fates.values()].includes(HELD))
    if (!(isDropped && !scope.hidesAfterGrant) && !(isOfOther && !scope.changesUserWhileHeld)) return
    for (const name of ['collector', 'partner'] as const) if (world.servers[name] === 'slow') world.servers[name] = 'up'
    world.answer()
    await world.advance(5_000)
  }

  function mend(): void {
    world.storage = 'well'
    world.database = 'well'
  }

  function track(page: ConsentPage, { count, isSecret }: Extract<Step, { do: 'track' }>): void {
    for (let index = 0; index < count; index += 1) {
      events += 1
      const secret = secretOf(events)
      page.platform.url = `https://app.test/place/${events}`
      truth.track(trueOf(page), { name: `Event ${events};`, ...stampOf(page) })
      page.layer.track(`Event ${events};`, isSecret ? { note: `write to ${secret}`, [`of ${secret}`]: 1 } : {})
    }
  }

  function decide(page: ConsentPage, choices: Choices, call: () => void): void {
    const stamp = stampOf(page)
    const isDecision = truth.decide(trueOf(page), choices)
    call()
    if (isDecision) truth.recordDecision(trueOf(page), idIn(page), stamp)
  }

  function forget(page: ConsentPage): void {
    if (happened.clockBack && !scope.forgetsAfterClockBack) return
    if (world.text > 1 && !scope.forgetsAfterDeploy) return
    const { holder } = trueOf(page)
    const isElsewhere = (number: number) => truth.pages.has(number) && truth.pages.get(number)?.holder !== holder
    const isHeldElsewhere = truth.tracked.some((one) => one.owner === holder && isElsewhere(one.page))
    if (isHeldElsewhere && !scope.forgetsWhatOthersHold) return
    happened.forgotten = true
    truth.forget(trueOf(page))
    void page.layer.forget?.()
  }

  /** A sign-in and a sign-out are of all tabs. Support looks at the application as somebody else in one of them. */
  async function become(page: ConsentPage, who: string | null): Promise<void> {
    const isMember = (one: ConsentPage) => who === null || (!isImpersonated(who) && trueOf(one).who === null)
    const others = world.pages.filter((one) => one !== page && isMember(one))
    const next = who?.split(' as ').at(-1) ?? 'nobody'
    const isGone = ({ forgotten, witnessed }: TruePage) => forgotten.size > 0 || witnessed.has(next)
    const isOpen = (one: ConsentPage) => scope.goesOnWhenForgotten || !isGone(trueOf(one))
    const given = [page, ...others].filter((one) => trueOf(one).who !== who && isOpen(one))
    if (given.length === 0) return
    for (const one of given) {
      one.be(who)
      if (!scope.signsInAtOnce) await world.settle()
    }
    await world.settle()
    truth.be(given.map(trueOf), who)
    for (const one of given) {
      const own = trueOf(one)
      const early = own.waiting.length > 0 ? truth.tracked.filter(({ owner }) => owner === `page ${own.number}`) : []
      for (const choices of own.waiting.splice(0))
        if (truth.decide(own, choices)) truth.recordDecision(own, idIn(one), stampOf(one))
      truth.adopt(own)
      // What the visitor has decided, and what was decided before it was known who is there, come in one moment.
      for (const { fates } of scope.isStrict ? [] : early)
        for (const at of destinations) if ([DUE, NEVER].includes(fates.get(at) ?? HELD)) fates.set(at, MAY)
    }
  }

  return player
}

import { arrivedOf, comeBack, funnelOf, sendQuote, signIn, storedQuotes, switchCollector, viewAs } from './stage.ts'
import { meterLine, type Facts, type Story, type StoryStep } from './story.ts'

const CUSTOMER = 'Priya Raman'
const SUPPORT = 'Marcus Webb'
/** Her company is in a rule of the flag. */
const PILOT = 'Dana Whitfield'

const pricesIn = ({ arrived }: Facts) => [...new Set(arrived.map(({ properties }) => String(properties['pricing'])))]

const showQuotes = { text: 'See them in the console', hash: '#live?filter=name%3Aquote' }

/** The last step of each story: what the meter says, and who was here before is back. */
const meter: StoryStep = {
  says: meterLine,
  play: async ({ before }) => {
    comeBack(before)
    return {}
  },
}

const killIt: Story = {
  id: 'kill-it',
  title: 'Kill it',
  steps: [
    {
      says: () => 'The collector is switched off. Nothing can be delivered.',
      play: async () => {
        await switchCollector('off')
        return {}
      },
    },
    {
      says: () => 'Three quotes are sent. They wait in the browser.',
      play: async () => ({ quotes: ['EX-104', 'AP-310', 'GN-620'].map(sendQuote) }),
    },
    { says: () => 'The page is thrown away before anything could be delivered.', reloads: true },
    {
      says: ({ arrived }) =>
        arrived.length > 0
          ? `The page is open again, the collector is back, and all ${arrived.length} have arrived.`
          : 'The page is open again, and the collector is switched on.',
      play: async ({ quotes }) => {
        await switchCollector('on')
        return { arrived: await arrivedOf(quotes) }
      },
    },
    {
      says: (facts) => `Each has the user and the price flag of its moment: ${pricesIn(facts).join(' and ')} pricing.`,
      link: () => showQuotes,
    },
    meter,
  ],
}

const supportLooks: Story = {
  id: 'support-looks',
  title: 'Support looks',
  steps: [
    {
      says: () => `${SUPPORT} works in support. He signs in.`,
      play: async () => {
        await signIn(SUPPORT)
        return {}
      },
    },
    {
      says: () => `He looks at the application as ${CUSTOMER}, a customer: with her prices and her flags.`,
      play: async () => {
        const person = await viewAs(CUSTOMER)
        return { funnelBefore: funnelOf(person, await storedQuotes()) }
      },
    },
    {
      says: () => 'He sends a quote to see what goes wrong.',
      play: async () => {
        const quotes = [sendQuote('TH-071')]
        const arrived = await arrivedOf(quotes)
        return { quotes, arrived, funnelNow: funnelOf(quotes[0]?.person ?? '', await storedQuotes()) }
      },
    },
    {
      says: ({ arrived }) =>
        `The event says both: it is about ${CUSTOMER}, and ${String(arrived[0]?.identity.impersonator)} did it.`,
      link: ({ arrived }) => ({ text: 'Open it in the console', hash: `#live/${arrived[0]?.id}` }),
    },
    {
      says: ({ funnelBefore, funnelNow }) =>
        funnelBefore === funnelNow
          ? `Priya’s own quotes: ${funnelBefore} before, ${funnelNow} now. Her funnel has not moved.`
          : `Priya’s own quotes: ${funnelBefore} before, ${funnelNow} now.`,
    },
    meter,
  ],
}

const whyThat: Story = {
  id: 'why-that',
  title: 'Why did she see that?',
  steps: [
    {
      says: () => `${PILOT} signs in. She sees weekly prices, and others do not.`,
      play: async () => {
        await signIn(PILOT)
        return {}
      },
    },
    {
      says: () => 'She sends a quote, at the price that she sees.',
      play: async () => {
        const quotes = [sendQuote('CP-505')]
        return { quotes, arrived: await arrivedOf(quotes) }
      },
    },
    {
      says: ({ arrived }) => {
        const [quote] = arrived
        const { variation = 0, version } = quote?.flags?.['new-pricing'] ?? {}
        return `Weeks later, somebody asks why. The event knows: new-pricing, variation ${variation + 1}, version ${version}.`
      },
    },
    {
      says: () => 'In the console, it leads to the flag and its rule, the person, and the session.',
      link: ({ arrived }) => ({ text: 'Open it in the console', hash: `#live/${arrived[0]?.id}` }),
    },
    { says: () => 'There, one click makes a Playwright test of the visit. The panel of the page does so, too.' },
    meter,
  ],
}

export const STORIES: readonly Story[] = [killIt, supportLooks, whyThat]

/** What has become of an event, in one word. The console and its documentation use these words, and no others. */
export const EVENT_STATES = [
  'arrived',
  'taken elsewhere',
  'passed on',
  'waiting',
  'refused',
  'dropped',
  'lost',
] as const
export type EventState = (typeof EVENT_STATES)[number]

export const STATE_MEANINGS: Readonly<Record<EventState, string>> = {
  arrived: 'The local collector has it, and every other destination has taken it, as far as is known here.',
  'taken elsewhere':
    'A collector has confirmed it, and the local collector does not have it: the page posts to another address, or something answers in its place.',
  'passed on': 'It has only vendors as destinations. Their scripts in the page were called, which confirms nothing.',
  waiting: 'At least one destination has not taken it yet. The browser keeps it, and delivers it again and again.',
  refused: 'A destination has answered that it will not take it. The browser keeps it, and can send it again.',
  dropped:
    'It will not arrive, for a known reason: a step of the application dropped it, or more events waited than may be kept.',
  lost: 'The collector has acknowledged it and does not have it, or it has not arrived within 30 days.',
}

/** A step of an event on its way, in the words of the list. */
export interface EventStage {
  readonly says: string
  readonly state: EventState
  readonly means: string
}

/** The steps by their names in the reports of pages. */
export const EVENT_STAGES = {
  happened: { says: 'tracked', state: 'waiting', means: 'The application has called `track`.' },
  pending: {
    says: 'waits for the user',
    state: 'waiting',
    means:
      'Until the user is known, and then until the flags of that user are: `waits for flags`. It is saved in the browser meanwhile.',
  },
  completed: { says: 'complete', state: 'waiting', means: 'The user and the flags in force were added.' },
  held: {
    says: 'waits for consent',
    state: 'waiting',
    means:
      'The user has not allowed the purpose of its destinations yet: it is in the memory of the page, and on no disk. Without an answer it ends with the page.',
  },
  released: { says: 'allowed', state: 'waiting', means: 'The user has allowed it: it goes its way.' },
  stored: {
    says: 'saved',
    state: 'waiting',
    means: 'The browser has saved it with its user and flags. It survives a crash.',
  },
  sent: {
    says: 'sent',
    state: 'waiting',
    means:
      'It was sent to a destination that has not taken it yet. `sent 3 times`: the destination does not answer, or answers with an error. `waits for collector`: the other destinations have it.',
  },
  acknowledged: {
    says: 'arrived',
    state: 'arrived',
    means:
      'Every destination has taken it, and the local collector has it, perhaps although its page has not heard the answer. A vendor’s script in the page was called.',
  },
  elsewhere: {
    says: 'taken elsewhere',
    state: 'taken elsewhere',
    means: 'Every destination has taken it, and the local collector does not have it.',
  },
  'passed on': {
    says: 'passed on',
    state: 'passed on',
    means: 'The scripts of its vendors in the page were called. It has no other destination.',
  },
  collected: {
    says: 'at the collector',
    state: 'arrived',
    means: 'The collector has it, and the page did not report all steps: other destinations may have it, too.',
  },
  refused: {
    says: 'refused',
    state: 'refused',
    means: 'A destination has refused it. `collector refused`: the others have not.',
  },
  dropped: { says: 'dropped', state: 'dropped', means: 'It was given up. Its details say why.' },
  'no destination': {
    says: 'no destination',
    state: 'dropped',
    means: 'The page has no destination for it. It is sent nowhere.',
  },
} as const satisfies Readonly<Record<string, EventStage>>

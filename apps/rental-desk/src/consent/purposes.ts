/** What the desk asks about: each purpose with its words. */
export const purposes = [
  {
    name: 'analytics',
    label: 'How the desk is used',
    text: 'Which machines and quotes are opened, so that we see what to make better. Heap and our own collector get it.',
  },
  { name: 'monitoring', label: 'Errors and speed', text: 'What is slow or broken. Datadog gets it.' },
  {
    name: 'messaging',
    label: 'The messenger',
    text: 'Answers from our support inside the desk. Intercom gets your name.',
  },
] as const

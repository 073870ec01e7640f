import type { Company } from './world.ts'

/** What a company is about at the moment: what its people write and say, whichever way. */
export interface Story {
  /** What one of them says. */
  said: string
  /** What a colleague answers. */
  answered: string
  /** What is to be done then. */
  todo: string
}

const stories: readonly Story[] = [
  {
    said: 'The price of the renewal is far above last year’s. Without a discount we have to look at others before June.',
    answered: 'I take the price to our side and come back with two options for the renewal.',
    todo: 'Two price options for the renewal by Friday',
  },
  {
    said: 'Our finance team exports the invoices by hand each month. An export to our ledger would save us two days.',
    answered: 'The ledger export is on the plan for this quarter. You can have the beta.',
    todo: 'Invite finance to the beta of the ledger export',
  },
  {
    said: 'The dashboards need twenty seconds since the last release, and people have begun to complain.',
    answered: 'That is slower than it should be. We look at your workspace today.',
    todo: 'Look into the slow dashboards',
  },
  {
    said: 'We open an office in Lisbon and want to bring forty more people on before the summer.',
    answered: 'Congratulations! For forty seats the volume price holds.',
    todo: 'Offer for forty seats at the volume price',
  },
  {
    said: 'Security asks for single sign-on and an audit log before they let us go on.',
    answered: 'Both are in the Scale plan. I send the security paper along.',
    todo: 'Send the security paper and the price of the Scale plan',
  },
  {
    said: 'Our champion Nora has left, and her successor asks what we use this for at all.',
    answered: 'I show the successor what the teams do with it, in half an hour.',
    todo: 'Introduction for the successor',
  },
  {
    said: 'A competitor offers the same for half of it. What do we get from you that they have not?',
    answered: 'Fair question. I put the three differences that matter to you on one page.',
    todo: 'One page against the competitor’s offer',
  },
  {
    said: 'The new reports are the best thing this year: the board looks at nothing else now.',
    answered: 'That makes the team’s day. Would you tell it in a case study?',
    todo: 'Ask marketing for a case study',
  },
]

/** The same company has the same one, whoever tells it. */
export function storyOf({ index }: Pick<Company, 'index'>): Story {
  return stories[(index * 5 + 3) % stories.length]!
}

import { stripVTControlCharacters } from 'node:util'
import { toSafeJson } from '@customer-intel/contract/terminal-text'
import type { Config } from '../app/config.ts'
import type { Feedback } from '../organizations/feedback/feedback.ts'
import { isNamed, namesOf, openConfigurations } from './chosen-organization.ts'
import { withStore } from './open-store.ts'
import { defineProgramCommand, organizationOption } from './command.ts'

export interface ListFeedbackOptions {
  /** Id or slug. Default: every organization. */
  organization?: string | undefined
  /** One JSON object per line, instead of text for people. */
  json: boolean
}

export const listFeedback = defineProgramCommand({
  name: 'feedback list',
  summary: 'Show what was sent to /api/feedback, oldest first',
  options: { ...organizationOption, json: { help: 'One JSON object a line' } },
  run: listFeedbackCommand,
})

/** `svc-server feedback list`: all feedback, oldest first; also while a server runs. */
export function listFeedbackCommand(config: Config, options: ListFeedbackOptions): Promise<number> {
  const { organization: reference, json } = options
  return withStore(config, async (store) => {
    const opened = await openConfigurations(store, (problem) => console.error(problem))
    const chosen = opened.filter((one) => reference === undefined || isNamed(one, reference))
    if (chosen.length === 0 && reference !== undefined) {
      console.error(`There is no organization ${reference}. There are: ${namesOf(opened) || 'none'}.`)
      return 1
    }
    const lists = await Promise.all(
      chosen.map(async ({ ports, configuration }) => {
        const { apiKeys, organization } = configuration.document
        const names = new Map(apiKeys.map(({ id, name }) => [id, name]))
        const entries = await ports.journals.read<Feedback>('feedback')
        return entries.map((feedback) => ({
          feedback,
          sender: `${organization.name}, key "${names.get(feedback.apiKeyId) ?? feedback.apiKeyId}"`,
        }))
      }),
    )
    const all = lists
      .flat()
      .sort((left, right) => left.feedback.createdAt.localeCompare(right.feedback.createdAt))
    for (const { feedback, sender } of all) {
      console.log(json ? toSafeJson(feedback) : describe(feedback, sender))
    }
    if (all.length === 0 && !json) console.log('There is no feedback yet.')
    return 0
  })
}

function describe({ id, createdAt, body, area, context }: Feedback, sender: string): string {
  return [
    plain(`${createdAt}  ${sender}${area === null ? '' : `, about ${area}`}  ${id}`),
    ...body.split('\n').map((line) => `  ${plain(line)}`),
    ...(context === null ? [] : [`  ${plain(JSON.stringify(context))}`]),
    '',
  ].join('\n')
}

/** Feedback comes from strangers, and terminals execute control characters. */
function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' ')
}

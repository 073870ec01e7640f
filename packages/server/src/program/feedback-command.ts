import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Config } from '../config.ts'
import type { Feedback } from '../workspaces/feedback.ts'
import { readNdjson } from '../store/file/ndjson-journal.ts'
import { listOrganizationFolders, openWorkspaceFiles } from '../store/file/organization-folders.ts'
import { defineCommand, organizationOption } from './command.ts'

export interface ListFeedbackOptions {
  /** Id or slug. Default: every organization. */
  organization?: string | undefined
  /** One JSON object a line, instead of text for people. */
  json: boolean
}

export const listFeedback = defineCommand({
  name: 'feedback list',
  summary: 'Show what was sent to /api/feedback, oldest first',
  options: { ...organizationOption, json: { help: 'One JSON object a line' } },
  run: listFeedbackCommand,
})

/** `svc-server feedback list`: what was sent, oldest first; also while a server runs. */
export async function listFeedbackCommand(config: Config, options: ListFeedbackOptions): Promise<number> {
  const folders = await listOrganizationFolders(resolve(config.dataDirectory))
  const opened = await openWorkspaceFiles(folders, (problem) => console.error(problem))
  const chosen = opened.filter(({ file }) => {
    const { id, slug } = file.document.organization
    return options.organization === undefined || [id, slug].includes(options.organization)
  })
  if (chosen.length === 0 && options.organization !== undefined) {
    const known = opened.map(
      ({ file: { document } }) => `${document.organization.id} (${document.organization.slug})`,
    )
    console.error(
      `There is no organization ${options.organization}. There are: ${known.join(', ') || 'none'}.`,
    )
    return 1
  }
  const lists = await Promise.all(
    chosen.map(async ({ folder, file }) => {
      const { apiKeys, organization } = file.document
      const names = new Map(apiKeys.map(({ id, name }) => [id, name]))
      const entries = await readNdjson<Feedback>(folder.feedbackPath)
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
    console.log(options.json ? JSON.stringify(feedback) : describe(feedback, sender))
  }
  if (all.length === 0 && !options.json) console.log('There is no feedback yet.')
  return 0
}

function describe({ id, createdAt, body, area, context }: Feedback, sender: string): string {
  return [
    plain(`${createdAt}  ${sender}${area === null ? '' : `, about ${area}`}  ${id}`),
    ...body.split('\n').map((line) => `  ${plain(line)}`),
    ...(context === null ? [] : [`  ${plain(JSON.stringify(context))}`]),
    '',
  ].join('\n')
}

/** Feedback is written by strangers and read in a terminal, which obeys control characters. */
function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' ')
}

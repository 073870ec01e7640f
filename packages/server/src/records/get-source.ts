import { openPage } from '../kernel/operations/page.ts'
import { AppError } from '../kernel/errors.ts'
import { describeSource, toTeam } from './describe-source.ts'
import { pageReplies } from './page-replies.ts'
import { defineTool } from '../kernel/operations/tool.ts'

export const getSource = defineTool('svc_get_source', async (input, { workspace }) => {
  const { sourceType, sourceId } = input
  // Forged cursors are refused although there are no pages.
  const page = openPage('svc_get_source', input, workspace)
  const reads = workspace.readModels
  const [entry, emails] = await Promise.all([
    reads.findSource(sourceType, sourceId),
    reads.listMemberEmails(),
  ])
  if (entry === null) {
    const message = `sourceId names no ${sourceType}: take it from svc_list_sources or from a fact's evidence`
    throw new AppError('NOT_FOUND', message, { issues: [{ path: ['sourceId'], message }] })
  }
  const source = describeSource(entry, toTeam(emails, workspace.document))
  return sourceType === 'CHAT' ? { ...source, record: pageReplies(source.record, page) } : source
})

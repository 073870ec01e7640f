import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspaceDocument } from '../../workspaces/workspace-document.ts'
import { type WorkspaceFile, openWorkspaceFile, writeWorkspaceFile } from './workspace-file.ts'

/** Where one organization's files lie: `<directory>/organizations/<organizationId>/`. */
export interface OrganizationFolder {
  organizationId: string
  /** `workspace.json`: what the operator configured. */
  workspacePath: string
  /** `audit.ndjson`: who changed the configuration over the API. */
  auditPath: string
  /** `feedback.ndjson`: what people told those who run the server. */
  feedbackPath: string
  /** `answers.ndjson`: answers to requests that carried an `Idempotency-Key`. */
  answersPath: string
  /** `rejections.ndjson`: the last events that were refused. */
  rejectionsPath: string
  /** `erasures.ndjson`: receipts of the people who were erased. */
  erasuresPath: string
  /** `erasures-pending.json`: who is to be erased; there only until it is done. */
  pendingErasuresPath: string
  /** `usage.json`: how much was asked, by key and month. */
  usagePath: string
  /** `log/`: the durable log. */
  logDirectory: string
  /** The folder itself, which also holds the read models. */
  directory: string
}

/** Every organization's folder, without opening anything. A missing data directory has none. */
export async function listOrganizationFolders(dataDirectory: string): Promise<OrganizationFolder[]> {
  const root = join(dataDirectory, 'organizations')
  try {
    const entries = await readdir(root, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => organizationFolder(dataDirectory, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Writes a new organization's folder. A running server that shares the data directory finds it by itself, so this
 * needs no lock.
 */
export async function writeOrganizationFolder(
  dataDirectory: string,
  document: WorkspaceDocument,
): Promise<OrganizationFolder> {
  const folder = organizationFolder(dataDirectory, document.organization.id)
  await mkdir(folder.directory, { recursive: true, mode: 0o700 })
  await writeWorkspaceFile(folder.workspacePath, document)
  return folder
}

/**
 * Opens the `workspace.json` of every organization. A folder without one is being created, or none of ours. A file
 * that can't be read is told to `onProblem` and left out: one organization's damage is not another's.
 */
export async function openWorkspaceFiles(
  folders: readonly OrganizationFolder[],
  onProblem: (problem: string) => void,
): Promise<{ folder: OrganizationFolder; file: WorkspaceFile }[]> {
  const opened: { folder: OrganizationFolder; file: WorkspaceFile }[] = []
  for (const folder of folders) {
    try {
      opened.push({ folder, file: await openWorkspaceFile(folder.workspacePath) })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') continue
      onProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return opened
}

function organizationFolder(dataDirectory: string, organizationId: string): OrganizationFolder {
  const directory = join(dataDirectory, 'organizations', organizationId)
  return {
    organizationId,
    directory,
    workspacePath: join(directory, 'workspace.json'),
    auditPath: join(directory, 'audit.ndjson'),
    feedbackPath: join(directory, 'feedback.ndjson'),
    answersPath: join(directory, 'answers.ndjson'),
    rejectionsPath: join(directory, 'rejections.ndjson'),
    erasuresPath: join(directory, 'erasures.ndjson'),
    pendingErasuresPath: join(directory, 'erasures-pending.json'),
    usagePath: join(directory, 'usage.json'),
    logDirectory: join(directory, 'log'),
  }
}

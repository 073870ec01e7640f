import { access, constants, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createServer } from '../app.ts'
import { type Config, ConfigError } from '../config.ts'
import { createLogger, logLine } from '../logger.ts'
import { fileStore } from '../store/file/file-store.ts'
import { announce } from './announce.ts'
import { defineCommand } from './command.ts'
import { drainOnSignal } from './drain-on-signal.ts'
import { openFirstOrganization } from './first-organization.ts'
import { requireEngine } from './require-engine.ts'

export const start = defineCommand({
  name: 'start',
  summary: 'Start the server (the default)',
  details: 'Serves until SIGTERM or SIGINT, then finishes what it has begun.',
  run: startCommand,
})

/** `svc-server start`: serves until SIGTERM or SIGINT, then drains. */
async function startCommand(config: Config): Promise<number> {
  requireEngine()
  const logger = createLogger(config.logFormat)
  // A closed terminal or log pipe is no reason to stop. Unheard, its error would be an uncaught one, whose report would
  // fail in the same way, for ever.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // One request's fault must not end the others'.
  process.on('uncaughtException', (error) => logger.error('Unexpected error:', error))
  process.on('unhandledRejection', (error) => logger.error('Unexpected rejection:', error))

  const directory = await openDataDirectory(config.dataDirectory)
  const server = createServer({
    store: fileStore({
      directory,
      readProcesses: config.readProcesses,
      onProblem: (problem) => logger.warn(problem),
    }),
    logger,
    allowedOrigins: config.allowedOrigins,
    ingestRateLimit: config.ingestRateLimit,
    requireServerAuth: config.requireServerAuth,
    feedbackPerHour: config.feedbackPerHour,
    metricsToken: config.metricsToken,
    queryTimeoutMs: config.queryTimeoutMs,
    publicUrl: config.publicUrl,
    ...(config.logRequests ? { onRequest: requestLog(config) } : {}),
    ...(config.ai === null ? {} : { ai: config.ai }),
    ...(config.embeddings === null ? {} : { embeddings: config.embeddings }),
  })
  try {
    // Another server's data must be found out before keys are made, and so must an address that can't be had.
    await server.store.listOrganizations()
    let ready = () => {}
    const opened = new Promise<void>((resolve) => (ready = resolve))
    const { url } = await server.listen({ port: config.port, host: config.host, ready: opened })
    const first = await openFirstOrganization(server.store, config)
    for (const problem of first.problems) logger.warn(problem)
    announce({
      format: config.logFormat,
      url: config.publicUrl ?? url,
      listensAt: url,
      directory,
      publicKey: first.publicKey,
      newApiKey: first.newApiKey,
      apiKeyIsPreset: config.initialApiKey !== null,
      hasTrackerScript: server.trackerScript !== null,
    })
    ready()
  } catch (error) {
    await server.close(0)
    throw error
  }
  await drainOnSignal(() => server.close(config.shutdownTimeoutMs))
  return 0
}

/** Makes the data directory where there is none. Throws ConfigError when nothing can be written there. */
async function openDataDirectory(path: string): Promise<string> {
  const directory = resolve(path)
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return directory
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const reasons: Record<string, string> = {
      EACCES: 'this user may not write there',
      EPERM: 'this user may not write there',
      EROFS: 'its file system is read-only',
      EEXIST: 'it is a file, not a folder',
      ENOTDIR: 'a part of its path is a file, not a folder',
      ENOSPC: 'its disk is full',
    }
    throw new ConfigError(
      `The data directory ${directory} can't be used: ${reasons[code] ?? code}. Set SVC_DATA_DIR to a folder that this user may write to.`,
      { cause },
    )
  }
}

function requestLog({ logFormat }: Config) {
  return (line: { method: string; path: string; status: number; ms: number; requestId: string }): void => {
    const { method, path, status, ms, requestId } = line
    console.log(
      logFormat === 'json'
        ? logLine('info', { message: 'request', ...line })
        : `${new Date().toISOString()} ${method} ${path} ${status} ${ms} ms ${requestId}`,
    )
  }
}

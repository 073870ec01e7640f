import { type Grant, isGrant } from '@customer-intel/contract'
import { AppError } from '../../kernel/errors.ts'
import { createRateLimiter } from '../../kernel/rate-limiter.ts'
import type { Caller, Services } from '../../kernel/operations/services.ts'
import { countRequest } from '../../kernel/operations/take-api-call.ts'
import { authenticate } from '../api-key-auth.ts'
import type { Call } from '../endpoint.ts'
import { readBody } from '../read-body.ts'

/** A submitted form of one of our pages. */
export interface ApprovalForm {
  /** All fields except the key; of repeated names the last. */
  fields: Readonly<Record<string, string>>
  /** The checked boxes. */
  grants: Grant[]
  key: string
}

const maxFormBytes = 16 * 1024

/**
 * Reads the form of a sign-in page. Throws AppError `FORBIDDEN` if it was submitted from another origin: only our own
 * pages may make a browser approve. `publicUrl`: the server's public address, null when unknown.
 */
export async function readApprovalForm(call: Call, publicUrl: string | null): Promise<ApprovalForm> {
  const form = await readOwnForm(call, publicUrl)
  const key = (form.get('key') ?? '').trim()
  form.delete('key')
  return { key, fields: Object.fromEntries(form), grants: [...new Set(form.getAll('grant').filter(isGrant))] }
}

/** Reads a form of one of our pages. Throws AppErrors `FORBIDDEN`, `UNSUPPORTED_MEDIA_TYPE`. */
export async function readOwnForm(call: Call, publicUrl: string | null): Promise<URLSearchParams> {
  if (!isFromOwnPage(call, publicUrl))
    throw new AppError(
      'FORBIDDEN',
      'This form came from another website. Open the address that the program printed.',
    )
  const mediaType = (call.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType !== 'application/x-www-form-urlencoded')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the form of the page')
  return new URLSearchParams((await readBody(call.body, maxFormBytes)).toString('utf8'))
}

/** Browsers state where a request comes from: by `Sec-Fetch-Site`, or at least by `Origin`. */
export function isFromOwnPage(call: Call, publicUrl: string | null): boolean {
  const site = call.header('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const from = hostOf(call.header('origin'))
  return from !== null && (from === hostOf(call.origin) || from === hostOf(publicUrl))
}

function hostOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).host : null
}

/** Authenticates the person who approves. */
export interface Approvers {
  /** Throws AppError `RATE_LIMITED` after too many attempts for this request, `INVALID_CREDENTIALS` for an invalid key. */
  find(key: string, requestId: string): Promise<Caller>
}

/** `tries`: attempts per request. Default 10. */
export function createApprovers(
  { workspaces, clock }: Pick<Services, 'workspaces' | 'clock'>,
  { tries = 10 } = {},
): Approvers {
  const windowMs = 600_000
  const tried = createRateLimiter({ limit: tries, windowMs, maxKeys: 10_000 })
  return {
    async find(key, requestId) {
      if (!tried.take(requestId).allowed)
        throw new AppError('RATE_LIMITED', 'Too many keys were tried for this request: begin again', {
          retryAfterSeconds: windowMs / 1_000,
        })
      const now = clock()
      const approver = await authenticate(`Bearer ${key}`, workspaces, now, { sender: null })
      if (approver === null)
        throw new AppError('INVALID_CREDENTIALS', 'That is no API key in force. It begins with ok_')
      countRequest(approver.workspace, approver.apiKey, now)
      return approver
    },
  }
}

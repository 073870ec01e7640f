import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../kernel/errors.ts'

/** A hash takes 34 MB and a third of a second of one core. */
const cost = { N: 2 ** 15, r: 8, p: 3 }
const hashBytes = 32
/** So many are computed at once; the others wait, and beyond `maxWaiting` they are sent away. */
const atOnce = 2
const maxWaiting = 100

let running = 0
const waiting: (() => void)[] = []

/** A password as it is stored: `scrypt$32768$8$3$<salt>$<hash>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await inTurn(() => derive(password, salt, cost))
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Decides whether a password may be tried, and learns of what came of it. */
export interface Attempt {
  /** Counts it, and rejects where it is not to be tried. */
  admit(): Promise<void>
  /** It was the right one: it doesn't count. */
  succeeded(): Promise<void>
}

/**
 * Whether it is this one. Takes as long where there is none. The attempt is admitted when its turn comes: of any number
 * of guesses that are sent at once, each sees how the ones before it ended.
 */
export function isPassword(password: string, stored: string | null, attempt: Attempt): Promise<boolean> {
  const [, N = cost.N, r = cost.r, p = cost.p, salt = '', hash = ''] = stored?.split('$') ?? []
  const expected = Buffer.from(hash, 'base64url')
  return inTurn(async () => {
    await attempt.admit()
    const costs = { N: Number(N), r: Number(r), p: Number(p) }
    const actual = await derive(password, Buffer.from(salt, 'base64url'), costs)
    const isSame = expected.length === actual.length && timingSafeEqual(expected, actual)
    if (isSame) await attempt.succeeded()
    return isSame
  })
}

async function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r }
  return new Promise((resolve, reject) => {
    // The same letters can be typed in several forms.
    scrypt(password.normalize('NFC'), salt, hashBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= maxWaiting)
      throw new AppError('RATE_LIMITED', 'Too many people are signing in at this moment: try again', {
        retryAfterSeconds: 10,
      })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // The turn is handed on.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

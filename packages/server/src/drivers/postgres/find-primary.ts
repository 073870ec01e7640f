import { Socket } from 'node:net'
import pg from 'pg'
import { placeOfUrl } from './hosts.ts'
import { reasonOf } from '../../kernel/reason-of.ts'

/**
 * The first of these servers that takes writes. All are asked at once, on new connections, and get `withinMs` for an answer.
 * Rejects with the reason of each.
 */
export async function findPrimary(
  urls: readonly string[],
  { withinMs }: { withinMs: number },
): Promise<string> {
  const asked = urls.map((url) =>
    askForWrites(url, withinMs).then(
      () => null,
      (error: unknown) => reasonOf(error),
    ),
  )
  const reasons: string[] = []
  for (const [index, url] of urls.entries()) {
    const reason = await asked[index]!
    if (reason === null) return url
    reasons.push(urls.length === 1 ? reason : `${placeOfUrl(url)}: ${reason}`)
  }
  throw new Error(reasons.join('; '))
}

async function askForWrites(url: string, withinMs: number): Promise<void> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    application_name: 'customer-intel',
    stream: () => socket,
  })
  client.on('error', () => undefined)
  const ask = async (): Promise<boolean> => {
    await client.connect()
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    return rows[0]?.transaction_read_only === 'off'
  }
  try {
    const takesWrites = await inTime(ask(), withinMs)
    void client.end().catch(() => undefined)
    if (!takesWrites) throw new Error('it is a standby, or read-only: it takes no writes')
  } catch (error) {
    socket.destroy()
    // It has too many connections: so it is there.
    if (error instanceof pg.DatabaseError && error.code?.startsWith('53')) return
    throw error
  }
}

/** Ten ticks instead of one timer: while this process gets no CPU, no time passes for the other one. */
async function inTime<Value>(answer: Promise<Value>, withinMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    let ticks = 0
    timer = setInterval(() => {
      if (++ticks === 10) reject(new Error(`it has not answered for ${withinMs} ms`))
    }, withinMs / 10)
  })
  return Promise.race([answer, late]).finally(() => clearInterval(timer))
}

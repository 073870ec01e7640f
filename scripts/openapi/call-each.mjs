// What a program that makes each call does besides: it notes what was sent and answered.

/** Stands before the calls of a generated client, in TypeScript. */
export const prelude = `
declare const process: { env: Record<'SVC_BASE_URL' | 'SVC_API_KEY', string> }
const baseUrl = process.env.SVC_BASE_URL
const headers = { Authorization: 'Bearer ' + process.env.SVC_API_KEY }
let answered: { method: string; path: string; status: number; body: string } | null = null
const send = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const answer = await send(request)
  const body = await answer.clone().text()
  answered = { method: request.method, path: new URL(request.url).pathname, status: answer.status, body }
  return answer
}
const refused: string[] = []
/** Makes a call, which has to reach its operation and not be refused for its form. */
async function make(operation: string, method: string, path: RegExp, call: () => Promise<unknown>): Promise<void> {
  answered = null
  const thrown: unknown = await call().then(() => null, (error: unknown) => error)
  const got = answered as { method: string; path: string; status: number; body: string } | null
  if (got === null) return void refused.push(operation + ' sent nothing: ' + String(thrown))
  const isReached = got.method === method && path.test(got.path)
  const isMalformed =
    [405, 413, 415, 431].includes(got.status) ||
    (got.status === 400 && got.body.includes('"issues"')) ||
    (got.status === 404 && got.body.includes('There is nothing at'))
  const isFault = got.status === 401 || got.status === 500 || got.status === 502
  if (!isReached || isMalformed || isFault)
    refused.push(operation + ': ' + got.method + ' ' + got.path + ' ' + got.status + ' ' + got.body.slice(0, 300))
}
`

/** Stands after them. */
export const finish = (count) => `
if (refused.length > 0) throw new Error(refused.length + ' of ${count} calls:\\n' + refused.join('\\n'))
`

/** One call; `expression` makes it. */
export function makeCall({ operationId, method, path }, expression) {
  const pattern = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '[^/]+')
  return `await make(${JSON.stringify(operationId)}, '${method}', new RegExp(${JSON.stringify(`^${pattern}$`)}), () => ${expression})`
}

import type { RequestListener } from 'node:http'
import { chooseRequestId } from './request-id.ts'

/** One request that was answered, or whose sender went away before. */
export interface RequestLine {
  method: string
  /** Without the query, which may hold what nobody should keep; at most 500 characters. */
  path: string
  /** 0: the connection ended before the answer. */
  status: number
  ms: number
  requestId: string
}

/** The listener, with a line for each request once it is over. */
export function logRequests(listener: RequestListener, log: (line: RequestLine) => void): RequestListener {
  return (request, response) => {
    const begun = performance.now()
    // The id that the answer will bear, whoever answers.
    const requestId = chooseRequestId(request.headers['x-request-id'])
    request.headers['x-request-id'] = requestId
    const [path = ''] = (request.url ?? '').split('?', 1)
    response.once('close', () =>
      log({
        method: request.method ?? '',
        path: path.slice(0, 500),
        status: response.writableFinished ? response.statusCode : 0,
        ms: Math.round(performance.now() - begun),
        requestId,
      }),
    )
    listener(request, response)
  }
}

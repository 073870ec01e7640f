import { CustomerIntelError } from '../errors/error.ts'
import type { ApiResponse } from './api-promise.ts'
import type { TracerLike } from './options.ts'

/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR` of OpenTelemetry. */
const clientKind = 2
const errorStatus = 2

/** Runs a call within a span, if there is a tracer. Names, statuses and ids only: no input, no answer. */
export async function traced<Data>(
  tracer: TracerLike | undefined,
  call: { name: string; method: string; path: string },
  run: () => Promise<ApiResponse<Data>>,
): Promise<ApiResponse<Data>> {
  if (!tracer) return run()
  const { name, method, path } = call
  const span = tracer.startSpan(`customer-intel ${name}`, {
    kind: clientKind,
    attributes: { 'http.request.method': method, 'url.template': path, 'rpc.method': name },
  })
  const tell = (status: number | null, requestId: string | null) => {
    if (status !== null) span.setAttribute('http.response.status_code', status)
    if (requestId !== null) span.setAttribute('customer_intel.request_id', requestId)
  }
  try {
    const answer = await run()
    tell(answer.status, answer.requestId)
    return answer
  } catch (error) {
    const code = error instanceof CustomerIntelError ? error.code : 'ABORTED'
    if (error instanceof CustomerIntelError) tell(error.status, error.requestId)
    span.setAttribute('error.type', code)
    span.setStatus({ code: errorStatus, message: code })
    throw error
  } finally {
    span.end()
  }
}

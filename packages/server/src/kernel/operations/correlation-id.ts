/** What a command's answer calls the request by. */
export function correlationIdOf(requestId: string): string {
  return `corr_${requestId.replace(/^req_/, '')}`
}

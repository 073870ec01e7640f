/** How an answer goes on: `pagination.nextCursor`, or `nextCursor` beside the list. */
export function pageOf(answer: Record<string, unknown>): { next: string | null; total?: number | undefined } {
  const { pagination, nextCursor } = answer as {
    pagination?: { nextCursor?: string | null; total?: number }
    nextCursor?: string | null
  }
  return { next: pagination?.nextCursor ?? nextCursor ?? null, total: pagination?.total }
}

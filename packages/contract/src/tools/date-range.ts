/** Whether `after` is not later than `before`, where both are given. */
export function isOrdered(range: { after?: string | undefined; before?: string | undefined }): boolean {
  return (
    range.after === undefined ||
    range.before === undefined ||
    Date.parse(range.after) <= Date.parse(range.before)
  )
}

export const beforeMessage = 'must not be earlier than after'

/** The number of objects to request per page: reduced while responses are too large, then increased again. */
export interface PageSize {
  limit(): { limit?: number }
  /** False: the page can't be smaller. */
  shrink(): boolean
  grow(): void
}

export function createPageSize(usual: number | undefined): PageSize {
  let size = usual
  return {
    limit: () => (size === undefined ? {} : { limit: size }),
    shrink() {
      if (size === undefined || size === 1) return false
      size = Math.ceil(size / 4)
      return true
    },
    grow() {
      if (size !== undefined) size = Math.min(size * 2, usual!)
    },
  }
}

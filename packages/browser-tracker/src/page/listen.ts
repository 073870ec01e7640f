/** Installs a listener that can't throw into the page, for each of `types`. */
export type Listen = <E extends Event = Event>(
  types: string,
  handler: (event: E) => unknown,
  /** Default: the window, which gets all events except those that stay within a shadow root. */
  target?: EventTarget,
) => void

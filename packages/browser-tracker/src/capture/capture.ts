import type { Properties, TrackedEvent, UserIdentity } from '../event.ts'
import type { TrackerOptions } from '../options.ts'
import type { Lifecycle } from '../page/lifecycle.ts'
import type { Listen } from '../page/listen.ts'
import type { Page } from '../page/page.ts'
import type { Storage } from '../storage/storage.ts'

/** What a capture module may use. Each module is a function that takes this and installs its listeners. */
export interface Capture extends Lifecycle {
  options: TrackerOptions
  storage: Storage
  listen: Listen
  /** The page that is shown now. */
  readPage: () => Page
  /** An event of now, on the page shown now unless told otherwise. It isn't kept until `write`. */
  draft: (type: TrackedEvent['type'], fields?: object, page?: Page) => TrackedEvent
  /** Keeps an event, to be sent. */
  write: (event: TrackedEvent) => void
  track: (eventName: string, properties?: Properties) => void
  /** States who the visitor is, unless that is known. */
  suggestUser: (user: UserIdentity) => void
  /** Says that the visitor is active: their session goes on, or a new one begins. Gives its id. */
  touch: () => string
}

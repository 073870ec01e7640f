// Everything that the tracker keeps on the device.

/** The visitor's decision about tracking: `1` or `0`. */
export const CONSENT_KEY = 'svc_consent'
export const VISITOR_KEY = 'svc_visitor_id'
/** The session's id, a blank, and when it was last active. */
export const SESSION_KEY = 'svc_session'
/** What was last stated about the visitor, as JSON. */
export const USER_KEY = 'svc_user'
/** Before the address and the uuid of each event that waits. */
export const EVENT_PREFIX = 'svc_e:'

/** In cookies too, for the site's other subdomains and for browsers that refuse storage. */
export const COOKIE_KEYS = [CONSENT_KEY, VISITOR_KEY]

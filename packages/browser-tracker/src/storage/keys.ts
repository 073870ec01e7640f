// Everything that the tracker stores on the device.

/** The visitor's decision about tracking: `1` or `0`. */
export const CONSENT_KEY = 'svc_consent'
export const VISITOR_KEY = 'svc_visitor_id'
/** The session's id, a space, and the time of its last activity. */
export const SESSION_KEY = 'svc_session'
/** The last statement about the visitor, as JSON. */
export const USER_KEY = 'svc_user'
/** Prefix of a waiting event's key; the address and the uuid follow. */
export const EVENT_PREFIX = 'svc_e:'
